import { parseObject } from '../../../src/json/object.js'
import { exported, readExported } from './export.js'
import { change, openConversation, settings, turns } from './playground.js'

/** Gives the conversation to the user as a file. */
export function saveFile(): void {
  const text = JSON.stringify(exported(settings.value, turns.value), null, 2)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = 'conversation.json'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Opens the conversation of such a file. What is returned says why it was not. */
export async function readFile(file: File): Promise<string | undefined> {
  const value = parseObject(await file.text())
  const read = value === undefined ? undefined : readExported(value)
  if (read === undefined) return 'The file is no conversation of the playground.'
  change(read.settings)
  openConversation(read.turns)
  return undefined
}
