import { type Manifest, nameOf } from '../manifest.ts'

const password = /:\/\/[^/\s:@]+:[^@\s]+@/
const secretName = /(SECRET|PASSWORD|TOKEN|PRIVATE_KEY|API_KEY)$/

/** Secrets come by reference: none is written down, neither as an object nor as the value of a variable. */
export function writtenSecrets(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => [
    ...(manifest.kind === 'Secret' ? [`${nameOf(manifest)} would write a secret down`] : []),
    ...namedTexts(manifest)
      .filter(([name, text]) => password.test(text) || (secretName.test(name) && text !== ''))
      .map(([name]) => `${nameOf(manifest)}: ${name} holds a secret`),
  ])
}

/** Every text with the name it goes by: a field's, or a variable's. */
function namedTexts(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  if ('name' in value && 'value' in value) return namedTexts(value.value, String(value.name))
  return Object.entries(value).flatMap(([key, part]) => namedTexts(part, Array.isArray(value) ? name : key))
}
