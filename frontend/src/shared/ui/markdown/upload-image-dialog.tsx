import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useMutation } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { imageMarkdown, type UploadedImage, uploadImage } from '../../admin/upload-image.ts'
import { useMessages } from '../../i18n/locale.ts'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'
import { TextField } from '../fields.tsx'
import { useErrorText } from '../load-failed.tsx'
import Modal from '../modal.tsx'
import { useMarkdownFieldMessages } from './field-messages.en.ts'
import styles from './upload-image-dialog.module.css'

/** Asks what an image shows, and uploads it. Load it lazily. */
export default function UploadImageDialog({
  file: given,
  onClose,
  onUploaded,
}: {
  /** A pasted or dropped file; otherwise the dialog asks for one. */
  file: File | undefined
  onClose: () => void
  onUploaded: (markdown: string) => void
}) {
  const messages = useMarkdownFieldMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState(given)
  const [alt, setAlt] = useState('')
  const [isAsked, setAsked] = useState(false)
  const preview = useObjectUrl(file)
  const insert = ({ data }: UploadedImage) => onUploaded(imageMarkdown(alt.trim(), data.url))
  const upload = useMutation({
    mutationFn: (chosen: File) => uploadImage(chosen, { alt: alt.trim(), name: chosen.name }),
    // What was removed from an SVG is shown first.
    onSuccess: (uploaded) => uploaded.removed.length === 0 && insert(uploaded),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog is rendered inside a form's component tree.
    event.stopPropagation()
    setAsked(true)
    if (upload.data) insert(upload.data)
    else if (file && alt.trim() !== '' && !upload.isPending) upload.mutate(file)
  }
  return (
    <Modal title={messages.addImage} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif,image/svg+xml"
          aria-label={messages.chooseImage}
          tabIndex={-1}
          className="visually-hidden"
          onChange={({ target }) => {
            setFile(target.files?.[0] ?? file)
            upload.reset()
          }}
        />
        {preview && <img src={preview} alt="" className={styles.preview} />}
        <div className={styles.choice}>
          <Button disabled={upload.isPending} onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden size={16} />
            {messages.chooseImage}
          </Button>
          <span className={styles.note}>{file ? <bdi>{file.name}</bdi> : messages.imageLimits}</span>
        </div>
        {isAsked && !file && <Alert tone="error">{messages.fileMissing}</Alert>}
        <TextField
          label={messages.alt}
          hint={messages.altHint}
          error={isAsked && alt.trim() === '' ? messages.altMissing : undefined}
          dir="auto"
          maxLength={TEXT_MAX.imageAlt}
          value={alt}
          onChange={({ target }) => setAlt(target.value)}
        />
        {upload.isError && (
          <Alert tone="error" title={messages.uploadFailed}>
            {errorText(upload.error)}
          </Alert>
        )}
        {upload.data && (
          <Alert tone="warning">{messages.removed(upload.data.removed.join(common.comma))}</Alert>
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" pending={upload.isPending}>
            {upload.isPending ? messages.uploading : upload.data ? messages.insert : messages.upload}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
