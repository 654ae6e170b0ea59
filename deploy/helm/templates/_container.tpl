{{- /* what the migration and the service have in common */}}
{{- define "stowage.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
envFrom:
  - secretRef: { name: {{ include "stowage.secret" . }} }
env:
  - name: RUNNER_HOST
    valueFrom: { fieldRef: { fieldPath: status.podIP } }
  - { name: RUNNER_BIND, value: "0.0.0.0" }
  - { name: RUNNER_PORT, value: "34431" }
  - { name: HOST, value: "0.0.0.0" }
  - { name: PORT, value: "8080" }
  - { name: PUBLIC_ORIGIN, value: {{ printf "https://%s" .Values.host | quote }} }
  - { name: SHUTDOWN_DELAY, value: {{ .Values.shutdownDelay | quote }} }
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: ["ALL"] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- end }}
