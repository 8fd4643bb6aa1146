type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/**
 * A counted phrase: picks the plural form for this number and replaces `#` with the formatted number. A form for
 * `zero` is used for 0 in every language, whether or not its grammar has one.
 */
export function pluralIn(language: string): (count: number, forms: Forms) => string {
  const rules = later(() => new Intl.PluralRules(language))
  const number = later(() => new Intl.NumberFormat(inWesternDigits(language)))
  return (count, forms) => {
    const form = (count === 0 ? forms.zero : undefined) ?? forms[rules().select(count)] ?? forms.other
    return form.replace('#', number().format(count))
  }
}

/** Messages contain the digits 0 to 9, so formatted numbers use them too, whatever the browser's default. */
export const inWesternDigits = (language: string) => `${language}-u-nu-latn`

/** Creates a value on first use and caches it: creating a formatter costs more than all formatting on a page. */
export function later<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
