import type { Page } from 'playwright-core'

const loaded = `document.querySelector('.skeleton, [aria-busy="true"]') === null && [...document.images].every((image) => image.complete)`

/** Nothing is a grey line any more, no button turns, and pictures are there. A page that stays otherwise is shown as it is. */
export async function whenLoaded(page: Page): Promise<void> {
  // Functions that wait in the page are forbidden by its policy.
  for (let tries = 0; tries < 30 && !(await page.evaluate<boolean>(loaded)); tries += 1) await page.waitForTimeout(100)
}
