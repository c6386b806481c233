import { render } from 'preact'
import './styles/index.css'
import { App } from './app.js'
import { applyStoredTheme } from './layout/theme.js'

applyStoredTheme()
const root = document.getElementById('console')
if (root !== null) render(<App />, root)
