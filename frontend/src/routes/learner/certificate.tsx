export { Certificate as default } from '../../features/certificates/certificate.tsx'
