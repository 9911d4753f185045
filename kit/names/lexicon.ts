/**
 * Words that name no brand but say what a drink is: its kind, colour, sweetness, grade, flavour, vessel or country, in
 * the languages of labels and price lists. A star stands for any ending.
 */
const terms = {
  kind: {
    vodka: 'водк* vodka* wodka viina vodkat',
    whisky: 'виски висковый whisk* viskit viski бурбон bourbon скотч scotch вискарь',
    gin: 'джин gin ginit женевер genever jenever',
    rum: 'ром рома rum ron rhum rommit rommi',
    tequila: 'текил* tequila* мескаль mezcal',
    brandy: 'коньяк* cognac* konjak* бренди brandy brandyt арманьяк armagnac кальвадос calvados граппа grappa чача',
    liqueur:
      'ликер* liqueur* likööri* liköörit liquore licor настойк* аперитив* aperitif aperitivo апперитив* биттер bitter bitters katkerot самбук* sambuca амаретто amaretto амаро amaro лимончелло limoncello шнапс schnapps бальзам balsam абсент absinthe пастис pastis',
    vermouth: 'вермут* vermouth* vermut*',
    fortified: 'херес sherry jerez портвейн* port porto мадера madeira марсала marsala кагор',
    wine: 'вино вина вине винное wine* vino vin wein punaviinit valkoviinit roseeviinit viinijuomat jälkiruokaviinit',
    sparkling:
      'шампанск* шампань champagne* игрист* sparkling kuohuviinit samppanjat кава cava просек* просеккo prosecco proseko креман cremant crémant асти asti спуманте spumante ламбруско lambrusco',
    beer: 'пиво пива пивной пивное beer* bier* biere bière oluet olut эль ale* лагер lager* стаут stout* портер porter* ламбик lambic пилснер* pils pilsner* pilsener* вайсбир вайцен weissbier weizen ipa апа ипа медовуха',
    cider: 'сидр* cider* cidre siiderit siideri перри perry пуаре',
    water: 'вода воды водой water* минеральн* mineral vedet',
    juice: 'сок соки juice* морс* компот',
    soda: 'лимонад* lemonade* газировк* кола cola тоник tonic квас энергетик* энергетическ* energy virvoitusjuomat juomasekoitukset',
    syrup: 'сироп* syrup* sirop siirapit siirappi',
    hot: 'кофе coffee чай tea эспрессо espresso капучино cappuccino латте latte американо какао cocoa глинтвейн',
    cocktail:
      'коктейл* cocktail* спритц спритз spritz мохито mojito санрайз sunrise либре libre маргарита margarita негрони дайкири сет set шот шоты combo комбо',
  },
  colour: {
    red: 'красн красный красная красное красные красного крас кр red rosso rouge tinto rot punaviinit',
    white:
      'бел белый белая белые белого white blanc blanche bianco bianko blanco weiss weisse weis weiß белое бьянко бланк бланка valkoviinit',
    rose: 'роз розе розов* rose rosé rosado rosato pink пинк roseeviinit',
    light: 'светл* свет св blond blonde блонд light lager* pale helles хеллес bright',
    dark: 'темн* dark dunk* дунк* браун brown donker полутемн* stout*',
    gold: 'золот золото золотой золотая золотое золотистый gold голд oro golden орo dorado доре',
    silver: 'серебр серебро серебрян* silver сильвер plata плата argent',
    black: 'черн черный черная черное черные чер black блэк блек noir нуар nero неро negra negro',
    blue: 'синий синяя синее blue блю голуб*',
    green: 'зелен* green грин verde верде',
  },
  sweetness: {
    dry: 'сух* суx dry драй sec secco seco trocken сек секо брют* brut extra-dry kuiva',
    medium: 'полусух* псух полусл* полуслад* псл demi semi semi-sweet medium медиум semisec',
    sweet: 'слад* сл sweet dolce doux dulce amabile makea',
  },
  grade: {
    vs: 'vs вс',
    vsop: 'vsop всоп',
    xo: 'xo хо',
    reserve: 'резерв* рез reserve* reserva* riserva* réserve*',
    premium: 'премиум premium прем люкс luxe',
    aged: 'выдержан* выдерж* выд aged anejo añejo аньехо',
    young: 'молодой молодое молодая reposado репосадо',
    original: 'оригинал* ориджинал original* originale orig ориг',
    classic: 'классик* классич* classic* класическ*',
    special: 'special* especial* спешл* специаль* спешиал speciale spéciale',
    export: 'экспорт* export*',
    extra: 'экстра extra',
    double: 'дабл double дубль двойн* dubbel doppel*',
    single: 'сингл single односолодов*',
    strong: 'стронг strong крепк* креп bock',
    spiced: 'пряный пряная пр spiced спайсд специи',
    unfiltered: 'нефильтр* нф unfiltered hefe naturtrub',
    organic: 'organic органик bio био luomu',
    malt: 'молт malt солод*',
    blend: 'blend* купаж* бленд*',
    free: 'безалк* alkoholfrei alkoholiton non-alcoholic alkoholittomat безалкогольное',
  },
  style: {
    weizen: 'вайсбир* вайцен* weissbier* weizen* hefe пшенич* пшен wheat weisse witbier бланш blanche',
    pils: 'пилснер* pils pilsner* pilsener*',
    stout: 'стаут* stout* портер porter*',
    ale: 'эль ale* ипа ipa апа apa',
    lager: 'лагер lager*',
    lambic: 'ламбик lambic крик kriek',
    oktoberfest: 'октоберфест* oktoberfest*',
    prosecco: 'просек* prosecco proseko',
    asti: 'асти asti',
    cava: 'кава cava',
    champagne: 'шампань шампанское champagne*',
    cremant: 'креман cremant crémant',
    cream: 'сливк* сливоч* cream крем крим creme crème',
    bourbon: 'бурбон bourbon',
    blanco: 'серебр серебрян* silver сильвер plata blanco бланко',
    reposado: 'reposado репосадо',
    anejo: 'anejo añejo аньехо выдерж*',
    ruby: 'руби ruby',
    tawny: 'тони tawny',
    cabernet: 'каберне cabernet',
    merlot: 'мерло merlot',
    chardonnay: 'шардон* chardonnay',
    riesling: 'рислинг riesling',
    pinot: 'пино pinot',
    shiraz: 'шираз shiraz сира syrah',
    malbec: 'мальбек malbec',
    tempranillo: 'темпранил* tempranillo',
    sangria: 'сангри* sangria',
    rye: 'ржан* рай rye',
    sherry: 'шерри sherry oloroso олоросо',
  },
  flavour: {
    lemon: 'лимон* lemon* citron цитрон lime лайм limone',
    orange: 'апельсин* orange оранж мандарин* mandarin* naranja',
    cherry: 'вишн* cherry черри kriek крик черешн*',
    apple: 'яблок* яблоч* apple* эппл pomme manzana',
    pear: 'груш* pear* birne poire бирне päärynä',
    peach: 'персик* peach* пич pesca',
    apricot: 'абрикос* apricot априкот',
    melon: 'дын* melon мелон',
    watermelon: 'арбуз* watermelon вотермелон',
    elderflower: 'бузин* elderflower',
    cucumber: 'огурец огуречн* cucumber',
    rhubarb: 'ревен* rhubarb',
    plum: 'слива сливы сливов* plum prugna',
    grapefruit: 'грейпфрут* grapefruit помпельмо',
    raspberry: 'малин* raspberr* распберри framboise vadelma',
    strawberry: 'клубник* клубнич* земляник* strawberr* строберри fraise mansikka',
    cranberry: 'клюкв* cranberr* крэнберри кренберри karpalo',
    blueberry: 'черник* чернич* blueberr* блуберри mustikka',
    currant: 'смородин* currant blackcurrant* блэккурант cassis кассис',
    pomegranate: 'гранат* pomegranate гренадин grenadine',
    mango: 'манго mango',
    pineapple: 'ананас* pineapple ananas',
    passion: 'маракуй* passion маракуя passionfruit',
    coconut: 'кокос* coconut* коко',
    banana: 'банан* banana*',
    vanilla: 'ванил* vanill* vanille',
    coffee: 'кофейн* coffee cafe caffe espresso эспрессо мокка mocha',
    chocolate: 'шокол* chocolate* chocolat какао cacao',
    caramel: 'карамел* caramel* toffee тоффи',
    ginger: 'имбир* ginger джинджер',
    honey: 'мед медов* honey хани miel',
    almond: 'миндал* almond* amaretto амаретто orzata',
    nut: 'орех* nut hazelnut фундук noisette nocciola',
    anise: 'анис* anis anise',
    mint: 'мят* mint минт menthe menta',
    juniper: 'можжевел* juniper',
    pepper: 'перц* перец pepper chili чили peppar',
    berry: 'ягод* berry berries',
    tropical: 'тропич* tropical',
    smoke: 'дымн* smoke* smoky peated торф*',
  },
  noise: {
    package:
      'п у пу уп упак* упаковк* подарочн* подароч под сув сувенирн* кор короб* box бокс туб туба тубус* tube штоф стакан* рюмк* бокал* glass тара пак',
    vessel:
      'бут бутыл* bottle* bot ст стекло стеклян* стбут стбан б с с/б ж жб жесть банк* can cans tin пэт пл пласт* пластик* pet кег keg kegi канистр* тетра pullo tölkki kartonkitölkki muovipullo hanapakkaus pk ng',
    filler:
      'напиток напитк* нап алкогольн* алк* алкоголь слабоалк* винный винн виногр* изготовл* основе основа на ос со вкусом вкус и в из the de of le la les du des di del della and et y et со сорт сорта сортовое столов* стол ордин* марочн* мароч производ* завод* ооо зао оао ао сезон* фирма импорт* имп пастериз* паст газир* газ негаз* сильногаз* слабогаз* фильтр* лет год years year old star stars звезд* звездоч* выдержка выдержки дистиллят* натур* натуральн* шт ш ш/к juoma juomat panimo',
  },
  country: {
    russia: 'росси* russia* рф моск* калининград*',
    italy: 'итали* ital* italia',
    france: 'франц* france french франция',
    spain: 'испан* spain spanish españa espanja',
    portugal: 'португал* portugal*',
    germany: 'герман* german* немецк* saksa deutsch*',
    scotland: 'шотланд* шотл scotland scottish skotlanti',
    britain: 'великобрит* британ* англ* england british english',
    ireland: 'ирланд* irland* ireland irish айриш irlanti',
    america: 'сша usa американск* kentucky tennessee кентукки теннесси',
    georgia: 'грузи* georgia*',
    armenia: 'армен* армян* armenia*',
    belgium: 'бельг* belgium belgi*',
    czech: 'чех* чеш* czech',
    netherlands: 'нидерл* голланд* netherlands holland dutch',
    finland: 'финлянд* финск* finland finnish suomi',
    sweden: 'швец* швед* sweden swedish ruotsi',
    mexico: 'мексик* мексикан* mexico meksiko',
    cuba: 'куба кубин* cuba kuuba',
    greece: 'греци* грече* greece greek kreikka',
    chile: 'чили chile chilean',
    argentina: 'аргентин* argentin*',
    australia: 'австрали* australia*',
    southafrica: 'юар африк*',
    newzealand: 'зеланди* zealand',
    belarus: 'белорус* беларус* belarus минск',
    estonia: 'эстон* estonia* viro',
    japan: 'япон* japan* japani',
  },
} as const;

export type TermClass = keyof typeof terms;
/** What a word of a name says besides a brand: its class and which of it, such as colour and red. */
export interface Term {
  of: TermClass;
  is: string;
}

const whole = new Map<string, Term[]>();
/** Beginnings of words with the terms, by their first two letters. */
const beginnings = new Map<string, { stem: string; term: Term }[]>();

function note(word: string, term: Term): void {
  if (!word.endsWith('*')) {
    whole.set(word, [...(whole.get(word) ?? []), term]);
    return;
  }
  const stem = word.slice(0, -1);
  const key = stem.slice(0, 2);
  beginnings.set(key, [...(beginnings.get(key) ?? []), { stem, term }]);
}
for (const [of, group] of Object.entries(terms))
  for (const [is, words] of Object.entries(group))
    for (const word of words.split(' ')) note(word, { of: of as TermClass, is });

const sameTerm = (a: Term, b: Term): boolean => a.of === b.of && a.is === b.is;

/** The terms of one word of `wordsOf`; a word may say two things, such as a colour and a flavour. */
export function termsOf(word: string): Term[] {
  const found = [...(whole.get(word) ?? [])];
  for (const { stem, term } of beginnings.get(word.slice(0, 2)) ?? [])
    if (word.startsWith(stem) && !found.some((one) => sameTerm(one, term))) found.push(term);
  return found;
}

/** All words of a class as they are written above. */
export const wordsOfClass = (of: TermClass): string[] => Object.values(terms[of]).flatMap((words) => words.split(' '));
