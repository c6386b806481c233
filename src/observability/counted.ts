/** `1 model`, `2 models`. The plural is given where it is not made by an `s`. */
export function counted(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : nouns}`
}
