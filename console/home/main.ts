import { readTheme, showTheme } from '../layout/stored-theme.js'

showTheme(readTheme())
