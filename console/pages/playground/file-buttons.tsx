import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../../components/button.js'

export function FileButtons() {
  const chooser = useRef<HTMLInputElement>(null)
  const problem = useSignal<string | undefined>(undefined)
  const open = async (file: File | undefined) => {
    if (file === undefined) return
    const { readFile } = await import('./files.js')
    problem.value = await readFile(file)
  }
  return (
    <>
      <Button icon="download" onClick={() => void import('./files.js').then(({ saveFile }) => saveFile())}>
        Export
      </Button>
      <Button icon="upload" onClick={() => chooser.current?.click()}>
        Import
      </Button>
      <input
        ref={chooser}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="Conversation to import"
        onChange={(event) => {
          void open(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      {problem.value !== undefined && (
        <p class="field-error" role="alert">
          {problem.value}
        </p>
      )}
    </>
  )
}
