/** Copies; where the clipboard is not available (plain http on a network), by a selection. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'off-screen'
  field.readOnly = true
  const focused = document.activeElement
  // Inside an open dialog: nothing outside of it can be selected.
  const parent = focused?.closest('dialog') ?? document.body
  parent.append(field)
  field.select()
  // Deprecated, and the only way without a secure context.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
