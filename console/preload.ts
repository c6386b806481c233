const begun = new Map<string, Promise<unknown>>()

/** What the build makes of `import()`: waits for the styles of a chunk. `from`: the script that asks. */
export async function __vitePreload<Module>(
  load: () => Promise<Module>,
  styles: readonly string[] = [],
  from = location.href,
): Promise<Module> {
  await Promise.all(styles.map((file) => begin(new URL(file, from).href)))
  return load()
}

function begin(address: string): Promise<unknown> {
  const known = begun.get(address)
  if (known !== undefined) return known
  const ready = [...document.querySelectorAll('link')].some(({ href }) => href === address) ? Promise.resolve() : addLink(address)
  begun.set(address, ready)
  return ready
}

function addLink(href: string): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  document.head.append(link)
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      begun.delete(href)
      link.remove()
      reject(new Error(`The styles of the page could not be loaded: ${href}`))
    }
  })
}
