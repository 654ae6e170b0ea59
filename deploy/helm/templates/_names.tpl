{{- define "stowage.name" -}}
{{- if contains "stowage" .Release.Name }}{{ .Release.Name | trunc 53 | trimSuffix "-" }}{{ else }}{{ printf "%s-stowage" (.Release.Name | trunc 45 | trimSuffix "-") }}{{ end -}}
{{- end }}

{{- define "stowage.selector" -}}
app.kubernetes.io/name: stowage
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "stowage.labels" -}}
{{ include "stowage.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "stowage.secret" -}}
{{- .Values.existingSecret | default (include "stowage.name" .) -}}
{{- end }}
