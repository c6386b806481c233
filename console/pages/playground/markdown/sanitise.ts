import DOMPurify from 'dompurify'

const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'h3'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'img'],
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'start'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|data:image\/(?:png|jpeg|gif|webp);base64,)/i,
}

const purifier = DOMPurify(window)
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName === 'A') {
    if (/^data:/i.test(element.getAttribute('href') ?? '')) element.removeAttribute('href')
    element.setAttribute('rel', 'noopener noreferrer nofollow')
    element.setAttribute('target', '_blank')
  }
  // A picture of another host would tell it who reads the answer.
  if (element.tagName === 'IMG' && !/^data:image\//i.test(element.getAttribute('src') ?? '')) element.remove()
})

/** The second line behind the renderer, which writes no raw HTML: only these elements and addresses stay. */
export function sanitise(html: string): string {
  return purifier.sanitize(html, allowed)
}

/** What the highlighter writes: spans with classes of its own. */
export function sanitiseHighlighted(html: string): string {
  return purifier.sanitize(html, { ALLOWED_TAGS: ['span'], ALLOWED_ATTR: ['class'] })
}
