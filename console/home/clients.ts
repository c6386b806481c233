export interface CodingAgent {
  readonly name: string
  /** Where the lines go. */
  readonly place: string
  readonly lines: (base: string, model: string) => string
}

/** The lines with which each agent was run against this gateway; the token is in ANYWIRE_TOKEN. */
export const codingAgents: readonly CodingAgent[] = [
  {
    name: 'Claude Code',
    place: 'in the shell',
    lines: (base, model) => `export ANTHROPIC_BASE_URL=${base}
export ANTHROPIC_AUTH_TOKEN=$ANYWIRE_TOKEN
export ANTHROPIC_MODEL=${model}
export ANTHROPIC_DEFAULT_HAIKU_MODEL=${model}
export CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1
claude`,
  },
  {
    name: 'Codex',
    place: '~/.codex/config.toml',
    lines: (base, model) => `model = "${model}"
model_provider = "anywire"

[model_providers.anywire]
name = "anywire"
base_url = "${base}/v1"
env_key = "ANYWIRE_TOKEN"
wire_api = "responses"
supports_websockets = true`,
  },
  {
    name: 'Gemini CLI',
    place: 'in the shell',
    lines: (base, model) => `export GOOGLE_GEMINI_BASE_URL=${base}
export GEMINI_API_KEY=$ANYWIRE_TOKEN
gemini -m ${model}`,
  },
  {
    name: 'opencode',
    place: 'opencode.json',
    lines: (base, model) => `{
  "$schema": "https://opencode.ai/config.json",
  "provider": {
    "anywire": {
      "npm": "@ai-sdk/openai-compatible",
      "options": {
        "baseURL": "${base}/v1",
        "apiKey": "{env:ANYWIRE_TOKEN}"
      },
      "models": { "${model}": {} }
    }
  }
}`,
  },
  {
    name: 'Qwen Code',
    place: 'in the shell',
    lines: (base, model) => `export OPENAI_BASE_URL=${base}/v1
export OPENAI_API_KEY=$ANYWIRE_TOKEN
export OPENAI_MODEL=${model}
qwen --auth-type openai`,
  },
  {
    name: 'Cline',
    place: 'in the shell',
    lines: (base, model) => `cline auth -p openai-compatible \\
  -k "$ANYWIRE_TOKEN" -m ${model} \\
  -b ${base}/v1`,
  },
  {
    name: 'Continue',
    place: '~/.continue/config.yaml',
    lines: (base, model) => `name: anywire
version: 1.0.0
schema: v1
models:
  - name: ${model}
    provider: openai
    model: ${model}
    apiBase: ${base}/v1
    apiKey: \${{ secrets.ANYWIRE_TOKEN }}
    capabilities: [tool_use]`,
  },
  {
    name: 'aider',
    place: 'in the shell',
    lines: (base, model) => `export OPENAI_API_BASE=${base}/v1
export OPENAI_API_KEY=$ANYWIRE_TOKEN
aider --model openai/${model}`,
  },
  {
    name: 'llm',
    place: 'extra-openai-models.yaml',
    lines: (base, model) => `- model_id: anywire
  model_name: ${model}
  api_base: ${base}/v1
  api_key_name: anywire
  supports_tools: true`,
  },
]
