/* global document, location, window, Scalar */
// Starts the reference. The page itself lists all operations; the renderer and the contract are large, and are loaded when the first of them is
// opened. `docs#createMessage` leads to that operation, whatever form the renderer's own links have.

const overview = document.getElementById('overview')
const reference = document.getElementById('reference')
const state = document.getElementById('state')
const { renderer } = document.currentScript.dataset

let loading

/** Shows what the address names: an operation, or the list of them. */
async function show() {
  if (location.hash.length > 1) {
    state.textContent = 'The reference is being loaded …'
    loading ??= load()
    try {
      await loading
      state.textContent = ''
    } catch {
      loading = undefined
      state.textContent = 'The reference could not be loaded. Try again.'
      return
    }
  }
  const open = location.hash.length > 1
  overview.hidden = open
  reference.hidden = !open
}

async function load() {
  const [reply] = await Promise.all([fetch('openapi.json?profile=validation'), script(renderer)])
  if (!reply.ok) throw new Error(`the contract was answered with ${reply.status}`)
  render(await reply.json())
}

function script(source) {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.addEventListener('load', resolve)
    element.addEventListener('error', reject)
    element.src = source
    document.body.append(element)
  })
}

const slugOf = (text) => text.trim().toLowerCase().replaceAll(/\s+/g, '-')

function render(contract) {
  const tagOf = new Map(
    Object.values(contract.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => (operation?.operationId ? [[operation.operationId, operation.tags?.[0] ?? '']] : [])),
    ),
  )
  /** The renderer's form of a link that names an operation alone. */
  const expandLink = () => {
    const name = decodeURIComponent(location.hash.slice(1))
    const tag = tagOf.get(name)
    if (tag !== undefined) location.replace(`#tag/${slugOf(tag)}/operation/${name}`)
  }
  expandLink()
  window.addEventListener('hashchange', expandLink)
  overview.hidden = true
  reference.hidden = false
  Scalar.createApiReference(reference, {
    content: contract,
    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    // Examples without a library that the reader would have to install.
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    generateTagSlug: ({ name }) => slugOf(name ?? ''),
    generateOperationSlug: ({ operationId }) => `operation/${operationId}`,
  })
}

window.addEventListener('hashchange', () => void show())
void show()
