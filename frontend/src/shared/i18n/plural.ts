type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/**
 * A counted phrase: picks the form that the language wants for this number and puts the number, written
 * as that language writes it, where `#` stands. A form for `zero` is for none in every language, whether or not its
 * grammar has one.
 */
export function pluralIn(language: string): (count: number, forms: Forms) => string {
  const rules = later(() => new Intl.PluralRules(language))
  const number = later(() => new Intl.NumberFormat(inWesternDigits(language)))
  return (count, forms) => {
    const form = (count === 0 ? forms.zero : undefined) ?? forms[rules().select(count)] ?? forms.other
    return form.replace('#', number().format(count))
  }
}

/** The sentences have 0 to 9 in them: figures beside them are written alike, whatever a browser holds to be usual. */
export const inWesternDigits = (language: string) => `${language}-u-nu-latn`

/** What is made when it is first asked for, and kept: a formatter costs more to make than all that it writes on a page. */
export function later<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
