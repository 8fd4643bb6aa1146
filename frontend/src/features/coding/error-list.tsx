import { Button } from '../../shared/ui/button.tsx'
import styles from './error-list.module.css'
import type { Place } from './file-tabs.tsx'
import type { Diagnostic } from './type-checker.ts'
import type { CheckState } from './use-type-checks.ts'
import { useWorkbenchMessages } from './workbench-messages.en.ts'

/** The type errors of all files, each with a link to its location. */
export function ErrorList({
  state,
  errors,
  onJump,
}: {
  state: CheckState
  errors: readonly Diagnostic[]
  onJump: (place: Place) => void
}) {
  const bench = useWorkbenchMessages()
  const notes = {
    ready: bench.noProblems,
    loading: bench.checking,
    failed: bench.checkerFailed,
    stopped: bench.checkStopped,
  }
  return (
    <section aria-label={bench.problems} className={styles.errors}>
      {errors.length === 0 || state !== 'ready' ? (
        <p>{notes[state]}</p>
      ) : (
        <ol className="plain-list">
          {errors.map(({ path, from, line, message }) => (
            <li key={`${path} ${from} ${message}`}>
              <Button
                size="small"
                variant="ghost"
                className={styles.error}
                onClick={() => onJump({ path, line, offset: from })}
              >
                <bdi dir="ltr" className={styles.place}>
                  {path}:{line}
                </bdi>
                <span dir="ltr">{message}</span>
              </Button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
