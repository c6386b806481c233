import { signal } from '@preact/signals'
import { readTheme, showTheme, storeTheme, type Theme } from './stored-theme.js'

export const theme = signal<Theme>('system')

export function applyStoredTheme(): void {
  theme.value = readTheme()
  showTheme(theme.value)
}

export function setTheme(wanted: Theme): void {
  theme.value = wanted
  showTheme(wanted)
  storeTheme(wanted)
}
