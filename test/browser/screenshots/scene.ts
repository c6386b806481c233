import type { Page } from 'playwright-core'

/** A page of the console in one of its states. */
export interface Scene {
  /** Of the files. */
  readonly name: string
  readonly path: string
  /** Also what is below the window. */
  readonly whole?: true
  /** What is pressed and typed before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>
}
