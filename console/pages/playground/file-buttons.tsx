import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { parseObject } from '../../../src/json/object.js'
import { Button } from '../../components/button.js'
import { change, openConversation, settings, turns } from './playground.js'
import { exported, readExported } from './export.js'

export default function FileButtons() {
  const chooser = useRef<HTMLInputElement>(null)
  const problem = useSignal<string | undefined>(undefined)
  const open = async (file: File | undefined) => {
    if (file === undefined) return
    const value = parseObject(await file.text())
    const read = value === undefined ? undefined : readExported(value)
    problem.value = read === undefined ? 'The file is no conversation of the playground.' : undefined
    if (read === undefined) return
    change(read.settings)
    openConversation(read.turns)
  }
  return (
    <>
      <Button icon="download" onClick={() => save(JSON.stringify(exported(settings.value, turns.value), null, 2))}>
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

function save(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = 'conversation.json'
  link.click()
  URL.revokeObjectURL(link.href)
}
