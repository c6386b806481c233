import { Icon, type IconName } from '../components/icon.js'
import type { Theme } from './stored-theme.js'
import { setTheme, theme } from './theme.js'

const choices: readonly { readonly value: Theme; readonly label: string; readonly icon: IconName }[] = [
  { value: 'system', label: 'System', icon: 'system' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
]

export function ThemeSwitch() {
  return (
    <fieldset class="theme-switch">
      <legend class="visually-hidden">Colours</legend>
      {choices.map(({ value, label, icon }) => (
        <label key={value}>
          <input type="radio" name="theme" value={value} checked={theme.value === value} onChange={() => setTheme(value)} />
          <Icon name={icon} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
