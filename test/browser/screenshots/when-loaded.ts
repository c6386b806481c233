import type { Page } from 'playwright-core'

/** Nothing is a grey line any more, no button turns, and pictures are there. A page that stays so is shown as it is. */
export async function whenLoaded(page: Page): Promise<void> {
  const loaded = `document.querySelector('.skeleton, [aria-busy="true"]') === null && [...document.images].every((image) => image.complete)`
  await page.waitForFunction(loaded, undefined, { timeout: 3000 }).catch(() => undefined)
}
