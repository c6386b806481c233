import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { announce } from './announce.js'
import { Button } from './button.js'
import { copyText } from './copy-text.js'

export interface CopyButtonProperties {
  readonly text: string | (() => string)
  /** What is copied, for those who do not see where the button stands: `the base address`. */
  readonly what: string
  readonly label?: string
  readonly variant?: 'plain' | 'primary' | 'quiet'
}

export function CopyButton({ text, what, label = 'Copy', variant = 'plain' }: CopyButtonProperties) {
  const copied = useSignal<'no' | 'yes' | 'failed'>('no')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    copied.value = (await copyText(typeof text === 'string' ? text : text())) ? 'yes' : 'failed'
    announce(copied.value === 'yes' ? 'Copied' : 'Copying is not allowed here: select the text and copy it by hand')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => (copied.value = 'no'), 2000)
  }
  const words = { no: label, yes: 'Copied', failed: 'Not allowed' }[copied.value]
  return (
    <Button
      class="copy"
      variant={variant}
      icon={copied.value === 'yes' ? 'check' : 'copy'}
      aria-label={`${words}: ${what}`}
      onClick={() => void copy()}
    >
      {words}
    </Button>
  )
}
