import { defaultDialect } from '../contract/error-format.js'
import { chatDialects, type ChatDialect } from '../exchange/dialect-name.js'
import { UsageError } from './usage-error.js'

/** The style that `--style` names; chat completions where it is left out. */
export function styleNamed(name: string = defaultDialect): ChatDialect {
  const found = chatDialects.find((dialect) => dialect === name)
  if (found === undefined) throw new UsageError(`--style takes ${chatDialects.join(', ')}, not ${JSON.stringify(name)}`)
  return found
}
