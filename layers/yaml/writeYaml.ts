import { isMap, Document as YamlDocument } from "yaml"
import type { TextAnnotation } from "#services/fleet/apply/DocumentText.ts"

export interface YamlWriting {
  readonly json: string
  readonly heading: string
  readonly remarks: ReadonlyArray<TextAnnotation>
}

export const writeYaml = ({ heading, json, remarks }: YamlWriting): string => {
  const written = new YamlDocument(JSON.parse(json), { version: "1.2", aliasDuplicateObjects: false })
  written.commentBefore = heading
  for (const { path, text } of remarks) {
    const node = written.getIn(path, true)
    if (isMap(node)) node.comment = text
  }
  return written.toString({ lineWidth: 0 })
}
