/** Says a text to screen readers, once, when they have finished their sentence. */
export function announce(text: string): void {
  const region = document.getElementById('announcements') ?? makeRegion()
  region.textContent = ''
  // The same text twice is said twice.
  requestAnimationFrame(() => (region.textContent = text))
}

function makeRegion(): HTMLElement {
  const region = document.createElement('div')
  region.id = 'announcements'
  region.className = 'visually-hidden'
  region.setAttribute('role', 'status')
  document.body.append(region)
  return region
}
