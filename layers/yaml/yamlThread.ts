// Program of the thread that reads long documents.
import { answerTasks } from "../process/answerTasks.ts"
import { readYaml } from "./readYaml.ts"

answerTasks(readYaml)
