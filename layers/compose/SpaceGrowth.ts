import { Layer } from "effect"
import { SpaceGrowths } from "#services/usage/SpaceGrowths.ts"
import { Statistics } from "./Statistics.ts"

export const SpaceGrowth = SpaceGrowths.layer.pipe(Layer.provide(Statistics))
