import styles from './welcome.module.css'

/** One of a few, each with a line that says what it means. */
export function Choices<Value extends string>({
  legend,
  name,
  choices,
  chosen,
}: {
  legend: string
  name: string
  choices: Readonly<Record<Value, { name: string; text: string }>>
  chosen: Value
}) {
  const entries = Object.entries(choices) as [Value, { name: string; text: string }][]
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {entries.map(([value, words]) => (
          <label key={value} className={styles.choice}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            <span>
              <span className={styles.name}>{words.name}</span>
              <span className={styles.text}>{words.text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
