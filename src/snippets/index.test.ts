import { chatDialects } from '../exchange/dialect-name.js'
import { snippet, snippetLanguages } from './index.js'

const base = 'http://127.0.0.1:8787'

test('chat completions with curl', () => {
  const body = { model: 'fast', messages: [{ role: 'user', content: "it's $HOME" }], temperature: 0.5, stream: true }
  expect(snippet('chat-completions', 'curl', body, base)).toBe(String.raw`curl -N http://127.0.0.1:8787/v1/chat/completions \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $ANYWIRE_TOKEN" \
  -d '{
    "model": "fast",
    "messages": [{"role": "user", "content": "it'\''s $HOME"}],
    "temperature": 0.5,
    "stream": true
  }'
`)
})

test('what the Python library has no argument for goes into extra_body', () => {
  const body = { model: 'fast', messages: [{ role: 'user', content: 'hi' }], top_k: 3, store: false, stop: null, stream: true }
  expect(snippet('chat-completions', 'python', body, base)).toBe(`import os

from openai import OpenAI

client = OpenAI(base_url="http://127.0.0.1:8787/v1", api_key=os.environ["ANYWIRE_TOKEN"])

stream = client.chat.completions.create(
    model="fast",
    messages=[{"role": "user", "content": "hi"}],
    store=False,
    stop=None,
    stream=True,
    extra_body={"top_k": 3},
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)
print()
`)
})

test('a reply with tools is printed whole', () => {
  const tools = [{ type: 'function', name: 'clock', parameters: { type: 'object', properties: { 'time-zone': { type: 'string' } } } }]
  expect(snippet('responses', 'node', { model: 'fast', input: 'hi', tools }, base)).toBe(`import OpenAI from "openai";

const client = new OpenAI({ baseURL: "http://127.0.0.1:8787/v1", apiKey: process.env.ANYWIRE_TOKEN });

const response = await client.responses.create({
  model: "fast",
  input: "hi",
  tools: [
    {
      type: "function",
      name: "clock",
      parameters: { type: "object", properties: { "time-zone": { type: "string" } } },
    },
  ],
});
console.log(JSON.stringify(response, null, 2));
`)
})

test('Anthropic refuses a plain request for very many tokens without a time limit', () => {
  const body = { model: 'fast', max_tokens: 64_000, messages: [{ role: 'user', content: 'hi' }] }
  expect(snippet('messages', 'python', body, base)).toContain('timeout=3600)')
  expect(snippet('messages', 'node', body, base)).toContain('timeout: 3_600_000 })')
  expect(snippet('messages', 'node', { ...body, stream: true }, base)).not.toContain('timeout')
})

const generateContent = {
  model: 'vendor/fast',
  stream: true,
  contents: [{ role: 'user', parts: [{ text: 'hi' }, { inlineData: { mimeType: 'image/png', data: 'aGk=' } }] }],
  system_instruction: { parts: [{ text: 'Be brief' }] },
  generationConfig: { temperature: 0, thinkingConfig: { thinkingBudget: 0 }, newSetting: 1 },
  tools: [{ functionDeclarations: [{ name: 'look', parameters: { type: 'OBJECT', properties: { theCity: { type: 'STRING' } } } }] }],
}

test('generate content: the path has the model, and the libraries have one flat configuration', () => {
  expect(snippet('generate-content', 'curl', generateContent, base)).toMatch(
    /^curl -N 'http:\/\/127\.0\.0\.1:8787\/v1beta\/models\/vendor%2Ffast:streamGenerateContent\?alt=sse' [^]*-d '\{\n {4}"contents"/,
  )
  expect(snippet('generate-content', 'python', generateContent, base)).toBe(`import os

from google import genai
from google.genai import types

client = genai.Client(api_key=os.environ["ANYWIRE_TOKEN"], http_options={"base_url": "http://127.0.0.1:8787"})

stream = client.models.generate_content_stream(
    model="vendor/fast",
    contents=[
        {
            "role": "user",
            "parts": [
                {"text": "hi"},
                {"inline_data": {"mime_type": "image/png", "data": "aGk="}},
            ],
        },
    ],
    config=types.GenerateContentConfig(
        system_instruction="Be brief",
        temperature=0,
        thinking_config={"thinking_budget": 0},
        tools=[
            {
                "function_declarations": [
                    {
                        "name": "look",
                        "parameters": {
                            "type": "OBJECT",
                            "properties": {"theCity": {"type": "STRING"}},
                        },
                    },
                ],
            },
        ],
        http_options={"extra_body": {"generationConfig": {"newSetting": 1}}},
    ),
)
for chunk in stream:
    print(chunk.model_dump_json(exclude_none=True))
`)
  const node = snippet('generate-content', 'node', generateContent, base)
  expect(node).toContain('httpOptions: { baseUrl: "http://127.0.0.1:8787" } })')
  expect(node).toContain('systemInstruction: "Be brief"')
  expect(node).toContain('httpOptions: { extraBody: { generationConfig: { newSetting: 1 } } }')
})

describe.each(chatDialects)('%s', (style) => {
  test.each(snippetLanguages)('%s: no sign of a text ends its line or turns it around', (language) => {
    const text = ['\n', '\r', '\u0085', '\u2028', '\u2029', '\u202e', '\ufeff', '\ud800'].join('')
    const plain = snippet(style, language, { model: 'x'.repeat(80), contents: '', max_tokens: 1 }, base)
    const hostile = snippet(style, language, { model: 'x'.repeat(80), contents: text, max_tokens: 1 }, base)
    expect(hostile.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(plain.split('\n').length)
    expect(hostile).not.toMatch(/[\u202e\ufeff\ud800]/)
  })

  test.each(snippetLanguages)('%s: the base address may have a path and a slash at its end', (language) => {
    expect(snippet(style, language, { model: 'm' }, 'https://gateway.example/ai/')).toMatch(
      /https:\/\/gateway\.example\/ai(?:\/v1[/"]|\/v1beta\/|")/,
    )
  })
})

test('a member named __proto__ stays a member', () => {
  const body = JSON.parse('{"model":"m","input":"x","metadata":{"__proto__":"a"}}') as Record<string, unknown>
  expect(snippet('responses', 'node', body, base)).toContain('metadata: { ["__proto__"]: "a" }')
})

test('what a shell would read in an address stands in quotes', () => {
  expect(snippet('responses', 'curl', { model: 'm' }, 'http://[::1]:8787')).toContain("curl 'http://[::1]:8787/v1/responses' ")
  expect(snippet('responses', 'curl', { model: 'm' }, "http://a'$(id)")).toContain(String.raw`curl 'http://a'\''$(id)/v1/responses' `)
})
