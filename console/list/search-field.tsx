import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { TextField } from '../components/field.js'
import { setQuery } from '../router/router.js'

const pauseMs = 250

/** A text of the page's address that is changed while one types, after a short pause. */
export function SearchField(properties: {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly placeholder?: string
}) {
  const { label, name, value, placeholder = '' } = properties
  const typed = useSignal(value)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The address has changed otherwise: a filter was taken away, or the history moved.
  useEffect(() => {
    if (timer.current === undefined && typed.peek().trim() !== value) typed.value = value
  }, [value])
  const change = (text: string) => {
    typed.value = text
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      setQuery({ [name]: text.trim() })
    }, pauseMs)
  }
  return (
    <div class="search-field">
      <TextField
        label={label}
        type="search"
        value={typed.value}
        placeholder={placeholder}
        autoComplete="off"
        spellcheck={false}
        maxLength={200}
        onInput={change}
      />
    </div>
  )
}
