import { copyText } from '../components/copy-text.js'
import { readTheme, showTheme } from '../layout/stored-theme.js'
import { basePath } from '../router/base-path.js'
import { placeholderBase, placeholderModel } from './placeholders.js'
import { readStanding } from './standing.js'

showTheme(readTheme())
const usedAddress = location.origin + basePath()
fillIn(placeholderBase, usedAddress)
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('[data-copy]') : null
  if (button !== null) void copyBeside(button)
})
document.addEventListener('change', showRequest)
// The browser may have kept other choices than those of the page.
showRequest()
void showStanding()

/** Replaces a placeholder in all texts that are copied. */
function fillIn(placeholder: string, value: string): void {
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = element.textContent.replaceAll(placeholder, value)
}

async function copyBeside(button: HTMLButtonElement): Promise<void> {
  const source = button.closest('tr, .code, .address-field')?.querySelector('[data-text]')
  const words = button.querySelector('span')
  if (source === null || source === undefined || words === null) return
  const copied = await copyText(source.textContent)
  if (!copied) getSelection()?.selectAllChildren(source)
  words.textContent = copied ? 'Copied' : 'Selected'
  button.classList.toggle('copied', copied)
  announce(copied ? 'Copied' : 'Copying is not allowed here. The text is selected: copy it with the keyboard.')
  setTimeout(() => {
    words.textContent = 'Copy'
    button.classList.remove('copied')
  }, 2000)
}

function announce(text: string): void {
  const region = document.getElementById('announcements')
  if (region !== null) region.textContent = text
}

function showRequest(): void {
  const chosen = ['style', 'language'].map((name) => document.querySelector<HTMLInputElement>(`[name="${name}"]:checked`)?.value).join(' ')
  for (const request of document.querySelectorAll<HTMLElement>('[data-request]')) request.hidden = request.dataset.request !== chosen
}

async function showStanding(): Promise<void> {
  const { kind, words, baseAddress, model, setUpNeeded, signedIn } = await readStanding()
  const health = document.getElementById('health')
  if (health !== null) {
    health.className = `status ${kind}`
    const text = health.querySelector('span')
    if (text !== null) text.textContent = words
  }
  if (baseAddress !== undefined) fillIn(usedAddress, baseAddress)
  if (model !== undefined) fillIn(placeholderModel, model)
  const setUp = document.getElementById('set-up')
  if (setUp !== null) setUp.hidden = !setUpNeeded
  // Words of about the same length: nothing below may move when they come.
  const link = document.getElementById('console-link')
  if (link !== null && !signedIn) link.textContent = setUpNeeded ? 'Set up' : 'Sign in'
}
