import { answerTasks } from "../process/answerTasks.ts"
import { readYaml } from "./readYaml.ts"
import { writeYaml, type YamlWriting } from "./writeYaml.ts"

answerTasks((task: string | YamlWriting) => (typeof task === "string" ? readYaml(task) : writeYaml(task)))
