type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/**
 * A counted phrase: picks the form that the language wants for this number and puts the number, written
 * as that language writes it, where `#` stands.
 */
export function pluralIn(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(language)
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('#', number.format(count))
}
