import { pluralIn } from '../i18n/plural.ts'

const n = pluralIn('ar')

const reviewForms = {
  one: 'مراجعة واحدة',
  two: 'مراجعتين',
  few: '# مراجعات',
  many: '# مراجعة',
  other: '# مراجعة',
}

export const schedule = {
  title: 'البطاقات التعليمية',
  lead: 'متى تعود إليك بطاقاتك.',
  loadFailed: 'تعذّر تحميل إعدادات البطاقات',
  retention: 'احتمال تذكّر البطاقة حين تعود (%)',
  retentionHint: 'من 80 إلى 95. كلما زاد الاحتمال قلّ ما تنساه وزادت مراجعاتك. تغييره يعيد جدولة كل بطاقاتك.',
  retentionError: 'يُرجى إدخال عدد صحيح من 80 إلى 95.',
  whyRetention: 'متى تعود بطاقاتك',
  whyRetentionDue: (percent: string) =>
    `تعود البطاقة في اليوم الذي ينخفض فيه احتمال تذكّرك لها إلى ${percent}. وتقدّر هذا الاحتمال خوارزمية الجدولة FSRS من كل تقييماتك للبطاقة.`,
  whyRetentionChange:
    'حين تغيّر النسبة نعيد حساب كل المواعيد، ونعدّ البطاقات التي يحين وقتها حتى نهاية الغد. أما عدد المراجعات في اليوم فنجمعه من البطاقات كلها: البطاقة التي بين مراجعتيها عشرة أيام تُحسب 0.1.',
  save: 'حفظ',
  saving: 'جارٍ الحفظ...',
  saveFailed: 'تعذّر حفظ التغيير',
  due: (after: number, before: number, beforeText: string) =>
    `${n(after, {
      zero: 'لا بطاقات يحين وقتها',
      one: 'بطاقة واحدة يحين وقتها',
      two: 'بطاقتان يحين وقتهما',
      few: '# بطاقات يحين وقتها',
      many: '# بطاقة يحين وقتها',
      other: '# بطاقة يحين وقتها',
    })} حتى نهاية الغد، ${after === before ? 'كما كان قبل التغيير' : `وكان العدد قبل التغيير ${beforeText}`}.`,
  perDay: (difference: number) => {
    if (difference === 0) return 'وعلى المدى الطويل تراجع كما كنت تقريبًا.'
    const reviews = n(Math.abs(difference), reviewForms)
    return difference > 0
      ? `وعلى المدى الطويل تزيد مراجعاتك نحو ${reviews} في اليوم.`
      : `وعلى المدى الطويل تقلّ مراجعاتك نحو ${reviews} في اليوم.`
  },
  fitted: (reviews: number, percent: string) =>
    `الجدول مضبوط على مراجعاتك (${n(reviews, reviewForms)}): توقّعاته أفضل بنسبة ${percent}.`,
  whyFit: 'كيف نقارن الجدولين',
  measured: (heldOut: number) =>
    `قسنا ذلك على أحدث مراجعاتك (${n(heldOut, reviewForms)})، ولم تدخل في الضبط: الخسارة اللوغاريتمية لتوقّعاتها أقل مما كانت بالجدول السابق.`,
  logLoss:
    'يتوقّع كل جدول قبل كل مراجعة احتمال تذكّرك للبطاقة. وتقيس الخسارة اللوغاريتمية بُعد هذه التوقّعات عمّا حدث، والصفر هو الكمال.',
  revert: 'استخدام الجدول المعتاد',
  reverting: 'جارٍ إعادة الجدولة...',
  standard: 'تتبع بطاقاتك الجدول المعتاد.',
  fitsLater: (reviews: string, from: string) =>
    `بعد ${from} مراجعة نضبطه على ذاكرتك إن كان ذلك يتوقّع مراجعاتك توقّعًا أفضل. لديك الآن ${reviews}.`,
  fitsIfBetter:
    'نضبطه على ذاكرتك بعد كل 1,000 مراجعة، ولا نستخدم ما ضُبط إلا إن كان يتوقّع أحدث مراجعاتك توقّعًا أفضل.',
  lastReview: (day: string) => `راجعت هذه البطاقة آخر مرة في ${day}.`,
  learning: 'ما زلت تتعلّمها، فتعود بعد دقائق.',
  fades: (days: number) =>
    `ينخفض احتمال تذكّرك لها إلى 90% بعد ذلك بنحو ${n(days, {
      one: 'يوم واحد',
      two: 'يومين',
      few: '# أيام',
      many: '# يومًا',
      other: '# يوم',
    })}.`,
  cameBack: (percent: string, day: string) => `تريد أن تتذكّر ${percent} من بطاقاتك، فعادت هذه في ${day}.`,
  comesBack: (percent: string, day: string) => `تريد أن تتذكّر ${percent} من بطاقاتك، فتعود هذه في ${day}.`,
  now: (percent: string) => `واحتمال تذكّرك لها الآن نحو ${percent}.`,
}
