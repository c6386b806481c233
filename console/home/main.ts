import { copyText } from '../components/copy-text.js'
import { readTheme, showTheme } from '../layout/stored-theme.js'
import { basePath } from '../router/base-path.js'
import { placeholderBase, placeholderModel, placeholderVariable } from './placeholders.js'
import { readOwnTokens, readStanding, variableOf } from './standing.js'

showTheme(readTheme())
/** Texts that are copied, as the build has written them. */
const texts = new Map([...document.querySelectorAll('[data-text]')].map((element) => [element, element.textContent]))
/** What stands for each placeholder in them. */
const values = new Map<string, string>()
fillIn(placeholderBase, location.origin + basePath())
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('[data-copy]') : null
  if (button !== null) void copyBeside(button)
})
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement) fillIn(placeholderVariable, target.value)
  else showRequest()
})
// The browser may have kept other choices than those of the page.
showRequest()
void showStanding()

/** Puts a value in the place of a placeholder. */
function fillIn(placeholder: string, value: string): void {
  values.set(placeholder, value)
  for (const [element, text] of texts) {
    let filled = text
    for (const [name, given] of values) filled = filled.replaceAll(name, () => given)
    element.textContent = filled
  }
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
  const { kind, words, baseAddress, model, setUpNeeded, signedIn, user } = await readStanding()
  const health = document.getElementById('health')
  if (health !== null) {
    health.className = `status ${kind}`
    const text = health.querySelector('span')
    if (text !== null) text.textContent = words
  }
  if (baseAddress !== undefined) fillIn(placeholderBase, baseAddress)
  if (model !== undefined) fillIn(placeholderModel, model)
  const setUp = document.getElementById('set-up')
  if (setUp !== null) setUp.hidden = !setUpNeeded
  // Words of about the same length: nothing below may move when they come.
  const link = document.getElementById('console-link')
  if (link !== null && !signedIn) link.textContent = setUpNeeded ? 'Set up' : 'Sign in'
  if (signedIn) showTokens(await readOwnTokens(user))
}

/** The names of the user's tokens to choose from: the code then has a variable for each. The page never gets their keys. */
function showTokens(names: readonly string[]): void {
  const choice = document.getElementById('own-token')
  const select = choice?.querySelector('select')
  if (choice === null || select === null || select === undefined || names.length === 0) return
  for (const name of names) select.append(new Option(name, variableOf(name)))
  choice.hidden = false
}
