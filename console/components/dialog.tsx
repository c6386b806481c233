import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './button.js'

export interface DialogProperties {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  /** False: neither Escape nor a click outside closes it, and it has no cross. */
  readonly dismissible?: boolean
  readonly size?: 'small' | 'large'
  readonly children: ComponentChildren
  /** Buttons, the main one last. */
  readonly footer?: ComponentChildren
}

/** A native modal dialog: the browser keeps the focus inside and gives it back. */
export function Dialog({ title, open, onClose, dismissible = true, size = 'small', children, footer }: DialogProperties) {
  const element = useRef<HTMLDialogElement>(null)
  const gone = useRef(false)
  const id = useId()
  // Before the next key is pressed.
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog === null) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  useEffect(() => {
    const dialog = element.current
    return () => {
      gone.current = true
      // One that is only taken out of the document would not give the focus back.
      dialog?.close()
    }
  }, [])
  useEffect(() => {
    if (!open || dismissible) return undefined
    // After a click outside the focus is not in the dialog. Browsers close a dialog at the second Escape though its cancelling is prevented.
    const ignoreEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') event.preventDefault()
    }
    element.current?.setAttribute('closedby', 'none')
    document.addEventListener('keydown', ignoreEscape, true)
    return () => document.removeEventListener('keydown', ignoreEscape, true)
  }, [open, dismissible])
  return (
    <dialog
      ref={element}
      class={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (dismissible) onClose()
      }}
      onClose={() => {
        if (!open || gone.current) return
        if (dismissible) onClose()
        else element.current?.showModal()
      }}
      onClick={(event) => {
        if (dismissible && event.target === event.currentTarget) onClose()
      }}
    >
      {open && (
        <div class="dialog-body">
          <header>
            <h2 id={id}>{title}</h2>
            {dismissible && (
              <Button variant="quiet" icon="close" onClick={onClose}>
                Close
              </Button>
            )}
          </header>
          <div class="dialog-content">{children}</div>
          {footer !== undefined && <footer>{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}
