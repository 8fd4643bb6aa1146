import AnswerSender from './answer-sender.tsx'
import AppUpdates from './app-updates.tsx'
import styles from './background.module.css'
import LiveProgress from './live-progress.tsx'

/** What goes on behind every page, and needs no place in its first load. */
export default function Background() {
  return (
    <div className={styles.stack}>
      <LiveProgress />
      <AnswerSender />
      <AppUpdates />
    </div>
  )
}
