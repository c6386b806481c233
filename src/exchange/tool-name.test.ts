import type { Tool } from './request.js'
import { fitToolName, restoreToolName } from './tool-name.js'

const long = 'mcp__household_inventory_and_maintenance__list_everything_in_the_garden_shed'

describe('names of tools', () => {
  test.each(['read_sensor', 'a-b', 'x'.repeat(64)])('stay where they fit: %s', (name) => {
    expect(fitToolName(name)).toBe(name)
  })
  test.each([long, `${long}_and_greenhouse`, 'fs.read', 'lies das:Maß', ''])('are made to fit and come back: %s', (name) => {
    const tools: Tool[] = [long, `${long}_and_greenhouse`, 'fs.read', 'lies das:Maß', '', 'fs_read'].map((each) => ({
      type: 'function',
      name: each,
      at: '',
    }))
    expect(fitToolName(name)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(restoreToolName(fitToolName(name), tools)).toBe(name)
  })
  test('that are not of this request are left alone', () => {
    expect(restoreToolName('other', [])).toBe('other')
  })
})
