import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const certificates = {
  title: 'Certificate',
  proves: 'This certifies that',
  unnamed: 'an unnamed learner',
  completed: 'completed the learning path',
  issued: (day: string) => `Issued on ${day}`,
  evidence: (answers: number, days: number, seconds: string) =>
    `${n(answers, { one: 'Based on # answer', other: 'Based on # answers' })}, ${n(days, {
      one: 'received on # day',
      other: 'received on # different days',
    })}. Median time per answer: ${seconds}\u00a0s, measured in the learner's browser.`,
  noEvidence: "The path's questions have changed since, so its answers can't be counted anymore.",
  unsupervised: 'Answered online, not supervised.',
  code: 'Code',
  genuine: 'This certificate is valid and was issued by Rehearse.',
  verifyAt: 'Verify at',
  print: 'Print',
  loadFailed: 'The certificate could not be verified',
  missingTitle: 'Certificate not found',
  missingText: 'No certificate has this code. It may be mistyped, or the account it belonged to was deleted.',
  checkTitle: 'Verify a certificate',
  checkLead: 'The code is at the bottom of each certificate.',
  checkCode: 'Certificate code',
  check: 'Verify',
  codeError: 'A code has 26 letters and digits.',
  nameTitle: 'Name on the certificate',
  nameLead: 'Anyone with the code can see it. Leave it empty to show no name.',
  name: 'Name',
  save: 'Save name',
  saving: 'Saving...',
  saved: 'Saved',
  saveFailed: 'The name could not be saved',
}

export type CertificateMessages = typeof certificates

export const useCertificateMessages = featureMessages<CertificateMessages>({
  en: () => certificates,
  ar: async () => (await import('./messages.ar.ts')).certificates,
})
