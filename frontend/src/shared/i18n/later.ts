/** What is made when it is first asked for, and kept: a formatter costs more to make than all that it writes on a page. */
export function later<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
