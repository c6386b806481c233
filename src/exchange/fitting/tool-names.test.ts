import type { Tool } from '../request.js'
import { ToolNames, type ToolNameRule } from './tool-names.js'

const rule: ToolNameRule = { pattern: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/, forbidden: /[^a-zA-Z0-9_-]/g, maxLength: 64 }
const long = 'mcp__household_inventory_and_maintenance__list_everything_in_the_garden_shed'

const declared = (...names: string[]): Tool[] => names.map((name) => ({ type: 'function', name, at: '' }))

describe('names of tools', () => {
  test.each(['read_sensor', 'a-b', 'x'.repeat(64)])('are unchanged where they match the pattern: %s', (name) => {
    const names = new ToolNames(rule, declared(name))
    expect([names.changed, names.fitted(name), names.original(name)]).toEqual([false, name, name])
  })

  test.each([long, `${long}_and_greenhouse`, 'fs.read', '21st_builder', 'lies das:Maß', ''])(
    'are changed to match the pattern, and can be changed back: %s',
    (name) => {
      const names = new ToolNames(rule, declared(long, `${long}_and_greenhouse`, 'fs.read', '21st_builder', 'lies das:Maß', '', 'fs_read'))
      expect(names.fitted(name)).toMatch(rule.pattern)
      expect(names.original(names.fitted(name))).toBe(name)
    },
  )

  test('are changed in the same way in every turn, also when the tool is no longer declared', () => {
    expect(new ToolNames(rule, []).fitted('fs.read')).toBe(new ToolNames(rule, declared('fs.read', 'other')).fitted('fs.read'))
  })

  test('never become the name of another tool', () => {
    const fitted = new ToolNames(rule, []).fitted('fs.read')
    const names = new ToolNames(rule, declared(fitted, 'fs.read'))
    expect(names.fitted('fs.read')).not.toBe(fitted)
    expect([names.original(fitted), names.original(names.fitted('fs.read'))]).toEqual([fitted, 'fs.read'])
  })

  test('that are unknown are unchanged', () => {
    expect(new ToolNames(rule, []).original('other')).toBe('other')
  })
})
