import { Select, TextField } from '../../components/field.js'
import { pastedToken, tokenSource } from './token.js'

export function TokenChoice() {
  return (
    <>
      <Select
        label="Token"
        value={tokenSource.value}
        choices={[
          { value: 'session', label: 'My session' },
          { value: 'pasted', label: 'A token that I paste' },
        ]}
        onChange={(source) => (tokenSource.value = source)}
      />
      {tokenSource.value === 'pasted' && (
        <TextField
          label="Pasted token"
          hint="Kept on this page only, until you leave or reload it."
          type="password"
          autoComplete="off"
          spellcheck={false}
          value={pastedToken.value}
          onInput={(value) => (pastedToken.value = value)}
        />
      )}
    </>
  )
}
