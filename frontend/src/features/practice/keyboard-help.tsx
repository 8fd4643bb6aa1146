import { useMessages } from '../../shared/i18n/locale.ts'
import Modal from '../../shared/ui/modal.tsx'
import styles from './keyboard-help.module.css'

export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { nav, practice } = useMessages()
  const keys = [
    { keys: ['1', '9'], joint: '–', text: practice.keyChoose },
    { keys: ['↑', '↓'], joint: ' ', text: practice.keyMove },
    { keys: ['↵'], joint: '', text: practice.keySubmit },
    { keys: ['n'], joint: '', text: practice.keyNext },
    { keys: ['r'], joint: '', text: practice.keyRetry },
    { keys: ['/'], joint: '', text: nav.search },
    { keys: ['?'], joint: '', text: practice.keyHelp },
  ]
  return (
    <Modal title={practice.keys} onClose={onClose}>
      <dl className={styles.list}>
        {keys.map((entry) => (
          <div key={entry.text}>
            <dt dir="ltr">
              <kbd>{entry.keys[0]}</kbd>
              {entry.keys[1] && (
                <>
                  {entry.joint}
                  <kbd>{entry.keys[1]}</kbd>
                </>
              )}
            </dt>
            <dd>{entry.text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
