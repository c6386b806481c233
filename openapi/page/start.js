/* global document, location, window, Scalar */
// Starts the reference page. `docs#createMessage` leads to that operation, whatever form the renderer's own links have.

const slugOf = (text) => text.trim().toLowerCase().replaceAll(/\s+/g, '-')

const contract = await (await fetch('openapi.json?profile=validation')).json()
const tagOf = new Map(
  Object.values(contract.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => (operation?.operationId ? [[operation.operationId, operation.tags?.[0] ?? '']] : [])),
  ),
)

/** The renderer's form of a link that names an operation alone. */
function expandLink() {
  const name = decodeURIComponent(location.hash.slice(1))
  const tag = tagOf.get(name)
  if (tag !== undefined) location.replace(`#tag/${slugOf(tag)}/operation/${name}`)
}

expandLink()
window.addEventListener('hashchange', expandLink)

Scalar.createApiReference(document.getElementById('reference'), {
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
