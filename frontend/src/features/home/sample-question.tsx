import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import styles from './sample-question.module.css'

const RIGHT = '4 4 4 4'

/** One question built into the page: what practice feels like, before anything is asked or loaded. */
export function SampleQuestion() {
  const { home, practice } = useMessages()
  const [chosen, setChosen] = useState<string>()
  const options = [
    { text: '0 1 2 3', why: home.sampleWhyLet, code: true },
    { text: RIGHT, why: home.sampleWhyRight, code: true },
    { text: '3 3 3 3', why: home.sampleWhyThree, code: true },
    { text: home.sampleCancelled, why: home.sampleWhyNothing, code: false },
  ]
  const picked = options.find((option) => option.text === chosen)
  return (
    <section aria-label={home.sampleLabel} className={styles.sample}>
      <p className={styles.label}>{home.sampleLabel}</p>
      <h2>{home.sampleTitle}</h2>
      <p className={styles.text}>{home.sampleText}</p>
      <pre dir="ltr" className={styles.code}>
        <b>for</b> (<b>var</b> i = <i>0</i>; i &lt; <i>4</i>; i++) {'{\n  '}
        setTimeout(() =&gt; console.log(i), <i>100</i> * i){'\n}'}
      </pre>
      <div className={styles.options}>
        {options.map((option) => {
          const right = chosen !== undefined && option.text === RIGHT
          const wrong = option.text === chosen && option.text !== RIGHT
          return (
            <button
              key={option.text}
              type="button"
              aria-pressed={option.text === chosen}
              className={classNames(styles.option, right && styles.right, wrong && styles.wrong)}
              onClick={() => setChosen(option.text)}
            >
              {option.code ? <code dir="ltr">{option.text}</code> : option.text}
              {right && <Check aria-label={practice.markRight} size={18} />}
              {wrong && <X aria-label={practice.markYours} size={18} />}
            </button>
          )
        })}
      </div>
      <div role="status" className={styles.result}>
        {!picked && <p className={styles.text}>{practice.chooseOne}</p>}
        {picked && (
          <p>
            <strong>{picked.text === RIGHT ? practice.resultRight : practice.resultWrong}. </strong>
            {picked.why}
          </p>
        )}
      </div>
      {picked && (
        <ButtonLink to="/questions" variant="primary">
          {home.sampleMore}
        </ButtonLink>
      )}
    </section>
  )
}
