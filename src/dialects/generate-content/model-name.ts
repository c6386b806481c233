/** The generation that a model's name tells (`gemini-2.5-flash` → 2.5); `undefined` for other names. */
export function modelGeneration(model: string): number | undefined {
  const found = /gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1]
  return found === undefined ? undefined : Number(found)
}

export function isProModel(model: string): boolean {
  return /gemini-[\d.]+-pro/.test(model)
}
