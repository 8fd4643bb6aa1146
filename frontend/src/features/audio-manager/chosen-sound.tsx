import { useEffect, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import styles from './audio-manager.module.css'
import { useAudioMessages } from './audio-messages.ts'
import { Player } from './player.tsx'

/** What has been chosen or recorded, to be heard before it is uploaded. */
export function ChosenSound({ file, onDiscard }: { file: File; onDiscard: () => void }) {
  const messages = useAudioMessages()
  const format = useFormat()
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div className={styles.chosen}>
      <p>
        <bdi>{file.name}</bdi>{' '}
        <small data-numeric>{messages.kilobytes(format.decimal(file.size / 1_000))}</small>
      </p>
      {address && <Player address={address} label={file.name} read={() => file.arrayBuffer()} />}
      <Button size="small" variant="ghost" onClick={onDiscard}>
        {messages.discard}
      </Button>
    </div>
  )
}
