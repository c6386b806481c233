import { lazy } from '../../components/lazy.js'

export const InspectorDrawer = lazy<{ readonly onClose: () => void }>(() => import('./inspector/inspector.js'))
