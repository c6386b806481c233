// The operator's pages of the console in a real browser: tokens, usage, requests, models, providers, users, audit, status.
import type { Page } from 'playwright-core'
import { answerChat, axeViolations, ConsoleGateway, hostileTexts } from './console-gateway.js'
import { inBrowser } from './in-browser.js'

const pages = [
  ...['tokens', 'tokens/ci', 'usage', 'usage?range=24h&by=token', 'requests', 'requests/req_unknown', 'models', 'providers'],
  ...['users', 'users?show=teams', 'users/ada', 'teams/research', 'audit', 'status'],
]

inBrowser('the operator’s pages', () => {
  let gateway: ConsoleGateway

  async function start(settings: Readonly<Record<string, unknown>> = {}): Promise<void> {
    gateway = await ConsoleGateway.start(settings)
  }

  afterEach(async () => {
    // Skipped tests start none.
    const started = gateway as ConsoleGateway | undefined
    await started?.stop()
    expect(started?.complaints ?? []).toEqual([])
  })

  /** The text of the first row of data in the page's table. */
  const firstRow = (page: Page): Promise<string> => page.locator('tbody tr').first().innerText()

  /** Makes a token through the page; its key is shown. */
  async function createToken(page: Page, name: string): Promise<string> {
    await page.getByRole('button', { name: 'Create a token' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create the token' }).click()
    return page.locator('.secret code').innerText()
  }

  test('a token: its key is shown once and works, its use is seen, a revoked one is refused', async () => {
    await start()
    const page = await gateway.open('/console/tokens')
    const key = await createToken(page, 'ci')
    expect(key).toMatch(/^sk-aw-/)
    // Neither a click outside nor Escape closes it.
    for (const at of [5, 6]) {
      await page.mouse.click(at, at)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    }
    expect(await page.locator('.secret code').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    expect(await page.content()).not.toContain(key)
    expect((await gateway.ask(key)).status).toBe(200)

    await page.getByRole('link', { name: 'ci', exact: true }).click()
    await page.getByText('Last used').waitFor()
    expect(await page.locator('.facts').first().innerText()).toContain('$0.0048')
    await page.getByRole('button', { name: 'Revoke' }).click()
    const confirm = page.getByRole('button', { name: 'Revoke it' })
    expect(await confirm.isDisabled()).toBe(true)
    await page.getByLabel('Type ci to revoke it').fill('ci')
    await confirm.click()
    await page.waitForURL('**/console/tokens')
    expect((await gateway.ask(key)).status).toBe(401)
  }, 120_000)

  test('a form says what is wrong at its field, also what only the gateway knows', async () => {
    await start()
    await gateway.post('/api/admin/tokens', { name: 'taken' })
    const page = await gateway.open('/console/tokens')
    await page.getByRole('button', { name: 'Create a token' }).first().click()
    await page.getByRole('button', { name: 'Create the token' }).click()
    await page.getByText('A token needs a name.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('taken')
    await page.getByRole('button', { name: 'Create the token' }).click()
    await page.getByRole('alert').getByText('409').waitFor()
    expect(await axeViolations(page)).toEqual([])
  }, 120_000)

  test('usage and requests after calls: numbers, the attempt, the losses, the price', async () => {
    await start({ accounting: { bodies: { keep: true } } })
    const { key } = await gateway.post('/api/admin/tokens', { name: 'ci' })
    await gateway.ask(String(key), { tag: 'x' })
    await fetch(`${gateway.gateway.address}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': String(key), 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ model: 'fast', max_tokens: 10, top_k: 5, messages: [{ role: 'user', content: 'Hello' }] }),
    })
    gateway.upstream.reply = (_call, response) => response.writeHead(500).end('{"error":{"message":"broken"}}')
    await gateway.ask(String(key))
    const page = await gateway.open('/console/requests')
    await page.getByRole('button', { name: 'Load again' }).click()
    await page.getByText('3 requests').waitFor()
    await page.getByRole('button', { name: 'Live tail' }).click()
    await gateway.ask(String(key), { model: 'unknown' })
    await page.getByText('4 requests').waitFor()
    expect(await firstRow(page)).toContain('404 Refused')
    await page.getByRole('button', { name: 'Live tail' }).click()
    await page.getByLabel('Outcome').selectOption('upstream_error')
    await page.getByText('1 request').waitFor()
    expect(await firstRow(page)).toContain('Provider failed')
    expect(page.url()).toContain('outcome=upstream_error')
    await page.getByLabel('Outcome').selectOption('')
    await page.getByLabel('Style').selectOption('messages')
    await page.getByText('1 request').waitFor()
    await page.locator('tbody a').first().click()
    await page.getByRole('heading', { name: 'Tokens and cost' }).waitFor()
    const text = await page.locator('main').innerText()
    for (const part of ['/top_k', 'The first target that the routing chose', '1,200', '= $0.0048']) expect(text).toContain(part)
    await page.getByLabel("Body of the client's request").getByText('"max_tokens": 10').waitFor()
    await page.getByLabel("Body of the client's request").locator('mark', { hasText: '"top_k": 5' }).waitFor()
    await page.getByLabel("Body of the provider's request").getByText('"max_completion_tokens": 10').waitFor()
    await page.getByLabel('Reply of the provider').getByText('"chat.completion"').waitFor()
    await page.getByLabel('Reply to the client').getByText('"end_turn"').waitFor()
    expect(await axeViolations(page)).toEqual([])

    await page.goto(`${gateway.gateway.address}/console/usage?range=24h`, { waitUntil: 'networkidle' })
    const numbers = await page.locator('.numbers').innerText()
    expect(numbers).toMatch(/Requests\s+4\s/)
    expect(numbers).toContain('50%')
    await page.getByRole('button', { name: /Show as table.*Requests/ }).click()
    expect(await page.locator('.chart-table').innerText()).toContain('Provider failed')
    const [times] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('by=model') && !request.url().includes('first_byte_times=false')),
      page.getByRole('button', { name: 'Show times to the first token' }).click(),
    ])
    expect(times.url()).not.toContain('interval')
    await page.getByRole('columnheader', { name: 'First token p50 / p95' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  }, 120_000)

  test('a provider is added, tested, and used by a model that is added', async () => {
    await start()
    const page = await gateway.open('/console/providers')
    expect(await page.getByText('edit anywire.yaml, line 1').count()).toBe(1)
    await page.getByRole('button', { name: 'Add a provider' }).click()
    await page.getByLabel('Name', { exact: true }).fill('second')
    await page.getByLabel('Base URL').fill(`${gateway.upstream.address}/v1`)
    await page.getByLabel('API key').fill('sk-second-abcd')
    await page.getByRole('button', { name: 'Add the provider' }).click()
    await page.getByText('…abcd').waitFor()
    expect(await page.content()).not.toContain('sk-second-abcd')
    gateway.upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[{"id":"gpt-z","object":"model"}]}')
    }
    await page.getByRole('button', { name: 'Test second' }).click()
    await page.getByText('It answers', { exact: true }).waitFor()

    await page.goto(`${gateway.gateway.address}/console/models`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Add a model' }).click()
    await page.getByLabel('Name', { exact: true }).fill('other')
    await page.getByLabel('Provider', { exact: true }).selectOption('second')
    await page.getByLabel('Model at the provider').fill('gpt-z')
    await page.getByText('Input kinds and limits').click()
    await page.getByLabel('Context window in tokens').fill('200000')
    for (const kind of ['Text', 'Pictures']) await page.getByRole('checkbox', { name: kind }).check()
    await page.getByRole('button', { name: 'Add the model' }).click()
    await page.getByRole('heading', { name: 'other' }).waitFor()
    for (const fact of ['200,000 tokens', 'Text, Pictures']) await page.getByText(fact).waitFor()
    await page.getByRole('button', { name: 'Change other' }).click()
    expect(await page.getByLabel('Context window in tokens').inputValue()).toBe('200000')
    await page.getByRole('checkbox', { name: 'Pictures' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Text, Pictures').waitFor({ state: 'detached' })
    gateway.upstream.reply = (_call, response) => answerChat(response)
    const { key } = await gateway.post('/api/admin/tokens', { name: 'ci' })
    expect((await gateway.ask(String(key), { model: 'other' })).status).toBe(200)
    expect(await axeViolations(page)).toEqual([])
  }, 120_000)

  test('a new token expires after 30 days; never is a choice with a warning; its key goes to the playground', async () => {
    await start()
    const page = await gateway.open('/console/tokens')
    await page.getByRole('button', { name: 'Create a token' }).first().click()
    expect(await page.getByLabel('Expires').locator('option:checked').textContent()).toBe('After 30 days')
    await page.getByLabel('Expires').selectOption('never')
    await page.getByText('A key that never expires works until somebody revokes it').waitFor()
    await page.getByLabel('Expires').selectOption('30')
    await page.getByLabel('Name', { exact: true }).fill('fresh')
    await page.getByText('Models and styles').click()
    await page.getByRole('textbox', { name: 'Models' }).fill('fast')
    await page.getByRole('checkbox', { name: 'Messages' }).check()
    await page.getByText('Budgets, in US dollars').click()
    await page.getByLabel('In total').fill('5')
    await page.getByText('Rates', { exact: true }).click()
    await page.getByLabel('Requests per minute').fill('60')
    await page.getByRole('button', { name: 'Create the token' }).click()
    const key = await page.locator('.secret code').innerText()
    const row = page.getByRole('row', { name: /fresh/ })
    for (const part of [`${key.slice(0, 12)}…`, 'fast', '60 requests/min', 'never', 'of $5']) expect(await row.innerText()).toContain(part)
    const { expires_at: expires, styles } = await (
      await gateway.context.request.get(`${gateway.gateway.address}/api/admin/tokens/fresh`)
    ).json()
    expect(Math.abs(Date.parse(expires) - Date.now() - 30 * 86_400_000)).toBeLessThan(3_600_000)
    expect(styles).toEqual(['messages'])
    await page.getByRole('button', { name: 'Test in the playground' }).click()
    await page.getByText('Not allowed for the style Chat completions').waitFor()
    await page.getByLabel('Style').selectOption('messages')
    await page.getByText('Valid: fresh').waitFor()
    expect(page.url()).not.toContain(key.slice(6))
  }, 120_000)

  test('a token that is not in use is revoked without its name; a rotated one keeps its old key for the chosen time', async () => {
    await start()
    const { key } = await gateway.post('/api/admin/tokens', { name: 'ci' })
    const page = await gateway.open('/console/tokens/ci')
    await page.getByRole('button', { name: 'Rotate' }).click()
    expect(await page.getByLabel('The key before goes on working').locator('option').allTextContents()).toContain('For a day')
    await page.getByRole('button', { name: 'Create a new key' }).click()
    const renewed = await page.locator('.secret code').innerText()
    expect([(await gateway.ask(renewed)).status, (await gateway.ask(String(key))).status]).toEqual([200, 200])
    await gateway.post('/api/admin/tokens', { name: 'unused' })
    await page.goto(`${gateway.gateway.address}/console/tokens/unused`)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke it' }).click()
    await page.waitForURL('**/console/tokens')
    expect(await page.getByText('unused').count()).toBe(0)
  }, 120_000)

  test('a request is opened in the playground and copied as curl where its body was kept; else the page says that it was not', async () => {
    await start({ accounting: { bodies: { keep: true } } })
    await gateway.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { key } = await gateway.post('/api/admin/tokens', { name: 'ci' })
    const id = (await gateway.ask(String(key), { messages: [{ role: 'user', content: 'Name three rivers.' }] })).headers.get('x-request-id')
    const page = await gateway.open(`/console/requests/${String(id)}`)
    await page.getByRole('button', { name: 'Copy as curl: the request as curl' }).click()
    await page.getByText('Copied', { exact: true }).first().waitFor()
    const curl = String(await page.evaluate('navigator.clipboard.readText()'))
    for (const part of [`${gateway.gateway.address}/v1/chat/completions`, '$ANYWIRE_TOKEN', 'Name three rivers.'])
      expect(curl).toContain(part)
    await page.getByRole('button', { name: 'Open in the playground' }).click()
    await page.getByRole('article', { name: 'You' }).getByText('Name three rivers.').waitFor()
    await gateway.stop()
    await start()
    const { key: other } = await gateway.post('/api/admin/tokens', { name: 'ci' })
    const bare = (await gateway.ask(String(other))).headers.get('x-request-id')
    const without = await gateway.open(`/console/requests/${String(bare)}`)
    await without.getByText('They were not kept.').waitFor()
  }, 120_000)

  test('the fields of a model say what the API refuses, each at its place', async () => {
    await start()
    const page = await gateway.open('/console/models')
    await page.getByRole('button', { name: 'Add a model' }).click()
    await page.getByLabel('Name', { exact: true }).fill('other')
    await page.getByLabel('Provider', { exact: true }).selectOption('up')
    await page.getByLabel('Model at the provider').fill('gpt-z')
    await page.getByText('Input kinds and limits').click()
    const expectWrong = async (label: string): Promise<void> => {
      const field = page.getByLabel(label, { exact: true })
      await page.locator('.field', { has: field }).locator('.field-error').waitFor()
      expect([label, await field.getAttribute('aria-invalid')]).toEqual([label, 'true'])
      expect(await page.locator('.field-error').count()).toBe(1)
    }
    for (const label of ['Context window in tokens', 'Output limit in tokens']) {
      await page.getByLabel(label).fill('1.5')
      await page.getByRole('button', { name: 'Add the model' }).click()
      await expectWrong(label)
      // What the user clears stays in view.
      await page.getByLabel(label).fill('')
    }
    for (const [param, label, part] of [
      ['/context_window', 'Context window in tokens', 'Input kinds and limits'],
      ['/max_output_tokens', 'Output limit in tokens', 'Input kinds and limits'],
      ['/price/output_per_million_usd', 'Output', 'Price per million tokens, in US dollars'],
    ] as const) {
      await page.route('**/api/admin/models', (route) =>
        route.fulfill({
          status: 400,
          json: { title: 'Bad Request', status: 400, detail: 'Out of range.', code: 'invalid_request', param },
        }),
      )
      const summary = page.locator('summary', { hasText: part })
      if (await page.getByLabel(label, { exact: true }).isVisible()) await summary.click()
      await page.getByRole('button', { name: 'Add the model' }).click()
      await expectWrong(label)
      await page.unroute('**/api/admin/models')
    }
    expect(await axeViolations(page)).toEqual([])
  }, 120_000)

  test('what only the API finds wrong in a part that is closed opens it: models and styles of a token, other settings of a provider', async () => {
    await start()
    for (const [path, button, submit, cases] of [
      [
        'tokens',
        'Create a token',
        'Create the token',
        [
          ['/models/0', 'Models', 'textbox', 'Models and styles'],
          ['/styles/0', 'Styles and endpoints', 'group', 'Models and styles'],
        ],
      ],
      ['providers', 'Add a provider', 'Add the provider', [['/chat_api', 'Other settings, as JSON', 'textbox', 'Other settings']]],
    ] as const) {
      const page = await gateway.open(`/console/${path}`)
      await page.getByRole('button', { name: button }).first().click()
      const dialog = page.getByRole('dialog', { name: button })
      await dialog.getByLabel('Name', { exact: true }).fill('other')
      for (const [param, field, role, part] of cases) {
        const place = dialog.getByRole(role, { name: field, exact: true })
        if (await place.isVisible()) await dialog.locator('summary', { hasText: part }).click()
        await page.route(`**/api/admin/${path}`, (route) =>
          route.fulfill({ status: 400, json: { title: 'Bad Request', status: 400, detail: 'Not this.', code: 'invalid_request', param } }),
        )
        await dialog.getByRole('button', { name: submit }).click()
        await place.waitFor()
        await dialog.locator('.field-error').getByText('Not this.').waitFor()
        expect([param, await place.getAttribute('aria-describedby')]).toEqual([param, expect.stringMatching(/-error$/)])
        await page.unroute(`**/api/admin/${path}`)
      }
      expect(await axeViolations(page)).toEqual([])
      await page.close()
    }
  }, 120_000)

  test('a user is made and invited; a member sees own tokens alone, and no page of admins', async () => {
    await start()
    const page = await gateway.open('/console/users')
    await page.getByRole('button', { name: 'Add a user' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('ada')
    await page.getByRole('button', { name: 'Add the user' }).click()
    await page.getByRole('button', { name: 'Invite' }).click()
    expect(await page.locator('.secret code').innerText()).toContain('/console/set-up?code=')
    await page.getByRole('button', { name: 'Done' }).click()
    for (const [verb, state] of [
      ['Disable', 'disabled'],
      ['Enable', 'enabled'],
    ] as const) {
      await page.getByRole('button', { name: verb }).click()
      await page.getByRole('dialog').getByRole('button', { name: verb }).click()
      await page.getByLabel('Facts').getByText(state, { exact: true }).waitFor()
    }
    await gateway.post('/api/admin/tokens', { name: 'hers', user: 'ada' })
    await gateway.post('/api/admin/tokens', { name: 'not-hers' })
    const { code } = await gateway.post('/api/admin/users/ada/invite', {})
    await gateway.context.clearCookies()
    await gateway.post('/api/console/set-up', { code, password: 'another long sentence' })
    const own = await gateway.open('/console/tokens')
    await own.getByRole('link', { name: 'hers', exact: true }).waitFor()
    expect(await own.getByText('not-hers').count()).toBe(0)
    expect(await own.getByRole('button', { name: 'Create a token' }).count()).toBe(0)
    for (const path of ['usage', 'requests']) {
      await own.goto(`${gateway.gateway.address}/console/${path}`)
      await own
        .getByText(/No request/)
        .first()
        .waitFor()
    }
    await own.goto(`${gateway.gateway.address}/console/providers`)
    await own.getByText('This page is for admins').waitFor()
  }, 120_000)

  test('a token or a user that does not exist is no failure to try again', async () => {
    await start()
    for (const [path, said, all] of [
      ['tokens/nobody', 'There is no token of this name', 'All tokens'],
      ['users/nobody', 'There is no user of this name', 'All users'],
      ['teams/nobody', 'There is no team of this name', 'All teams'],
    ] as const) {
      const page = await gateway.open(`/console/${path}`)
      await page.getByText(said).waitFor()
      await page.getByRole('link', { name: all }).click()
      await page.getByRole('heading', { level: 1, name: /Tokens|Users and teams/ }).waitFor()
      await page.close()
    }
  }, 120_000)

  test('names and errors are text: no script runs, nothing is asked of other hosts', async () => {
    const [model = ''] = hostileTexts
    await start({
      log: { end_users: 'plain' },
      models: hostileTexts.map((name) => ({ name, targets: [{ provider: 'up', model: name }] })),
      accounting: { bodies: { keep: true } },
    })
    const { key } = await gateway.post('/api/admin/tokens', { name: 'ci', models: hostileTexts })
    for (const text of hostileTexts) {
      gateway.upstream.reply = (_call, response) => {
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { message: text, type: text, code: text } }))
      }
      await gateway.ask(String(key), { model: text, user: text, messages: [{ role: 'user', content: text }] })
    }
    for (const path of [
      'tokens',
      'tokens/ci',
      'usage?range=24h&by=model',
      'usage?range=24h&by=end_user',
      'requests',
      'models',
      'providers',
      'audit',
      'status',
    ]) {
      const page = await gateway.open(`/console/${path}`)
      await page.locator('h1').waitFor()
      expect([path, await axeViolations(page)]).toEqual([path, []])
      if (path === 'requests') {
        expect(await page.locator('tbody').innerText()).toContain(model)
        await page.locator('tbody a').first().click()
        await page.getByRole('heading', { name: 'Tokens and cost' }).waitFor()
      }
      await page.close()
    }
  }, 180_000)

  test.each([
    ['light', 320],
    ['dark', 1280],
  ] as const)(
    'every page in the %s theme, %d pixels wide: nothing to scroll sideways, nothing that axe finds',
    async (colorScheme, width) => {
      await start()
      const { key } = await gateway.post('/api/admin/tokens', { name: 'ci', budget_usd: '5', budget_per_day_usd: '1' })
      await gateway.ask(String(key))
      await gateway.post('/api/admin/teams', { name: 'research', budget_usd: '50' })
      await gateway.post('/api/admin/users', { name: 'ada', team: 'research' })
      for (const path of pages) {
        const page = await gateway.open(`/console/${path}`)
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        await page.locator('h1').waitFor()
        expect([path, await axeViolations(page)]).toEqual([path, []])
        const sideways = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        expect([path, sideways]).toEqual([path, 0])
        await page.close()
      }
    },
    180_000,
  )
})
