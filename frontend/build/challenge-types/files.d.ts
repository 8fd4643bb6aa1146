declare module '*.css' {
  /** In `*.module.css`: the classes by name. */
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.md' {
  const text: string
  export default text
}
