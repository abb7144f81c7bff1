import { lazy } from '../memoized.ts';
import { termOf } from './words.ts';

/**
 * Words that are common in texts of a language whatever their subject, in their most frequent forms. English has its own,
 * longer list.
 */
export const generalWordsByLanguage: Record<string, string> = {
  de: `abend abends abschnitt achten ähnlich ähnliche allein allerdings allgemein allgemeine alt alte alten alter
    anders anfang anfangs angeben annehmen ansicht antwort antworten arbeit arbeiten arbeitet art arten aufgabe
    aufgaben auge augen außerdem außen band bedeuten bedeutet bedeutung beginn beginnen beginnt beide beiden beim
    bekannt bekommen bekommt bereits besonders besser beste besten bestimmt bestimmte betrachten bild bilder bisher
    bleiben bleibt blick brauchen braucht bringen bringt daher damals damit danach daran darauf daraus darin darüber
    darum davon dazu deshalb deutlich dinge ding dort drei dritte durchaus ebenso eher eigen eigene eigenen
    eigentlich einfach einfache einige einigen einmal einzelne einzelnen ende endlich entsteht enthalten entweder
    erhalten erinnern erklären erklärt erscheinen erst erste ersten erwarten etwa fall fallen falsch fast fehler
    fertig fest finden findet folge folgen folgende form formen frage fragen frau früh früher führen führt gab ganz
    ganze ganzen ganzes geben gebrauch gedanke gedanken gefunden gegeben gegenüber gehen gehört geht gemacht genau
    genug gerade gern gerne gesagt geschehen geschichte gesehen gesicht gestellt gestern gewesen gewinnen gewiss
    gibt gilt gleich gleichen grenze groß große großen großer großes grund gründe gut gute guten guter halb halten
    hält hand hände hätte häufig haus heißt helfen her heute hilfe hinter hoch hören idee ihnen ihrem ihren immer
    indem inhalt innen irgend jahr jahre jahren jahrhundert jedoch jemand jenseits jetzt jung kamen kam kannst kaum
    kennen kennt klar klein kleine kleinen kleiner kommen kommt konnte konnten können könnte kurz kurze lang lange
    langen lassen lässt laufen leben leer legen leicht leider lernen lesen letzte letzten leute licht liegen liegt
    links machen macht mal man manche manchmal mann meine meinen meist meisten mensch menschen merken minute minuten
    mittel mitte moment monat monate morgen müssen musste nacht nächste nächsten nah nahe name namen natürlich neben
    nehmen nennen nennt neu neue neuen neuer neues nie niemals niemand nimmt nochmal nötig notwendig nun nutzen ort
    orte paar platz plötzlich punkt punkte raum recht rechts reden reihe reihen richtig richtige rund ruhe sache
    sachen sagen sagt sagte satz schauen scheint schlecht schließlich schnell schön schöne schreiben schreibt
    schritt schwer seite seiten seit seitdem selten setzen sicher sieben sieht sinn sogar solche solchen soll sollen
    sollte sonntag sonst später sprechen spricht stadt stark statt stehen steht stelle stellen stellt still stück
    stunde stunden suchen sucht tag tage tagen teil teile tief tun tut überall überhaupt übrig umgekehrt unterschied
    unterschiede ursache verschieden verschiedene verstehen versteht versuchen viel viele vielen vielleicht vier
    völlig vom vorher vorn wahr wahrscheinlich wand warum wasser weg wege weise weiß weit weiter weitere welche
    welcher welt wenig wenige weniger wer werk wert wesentlich wichtig wichtige wichtigste wieder wirken wirklich
    wissen woche wochen wohl wollen wort worte wörter worten wünschen zahl zehn zeigen zeigt zeit zeiten ziel
    ziemlich zimmer zuerst zug zuletzt zurück zusammen zustand zwar zweck zweite zweiten`,
  fr: `abord accord ailleurs aimer aller ancien ancienne année années ans appeler appelle apprendre arrive arriver
    assez attendre attention aucun aucune aujourd'hui auparavant auprès aurait autant auteur autour autre autres
    autrefois autrement avant avoir beau beaucoup belle besoin bon bonne bons bord bout cas cause cent cependant
    certain certaine certaines certains chacun chacune changer chaque chemin chercher cherche chose choses choisir
    cinq clair combien commence commencer compte comprendre connaître connaît contraire contre corps côté coup cours
    croire croit depuis dernier dernière derniers derrière dehors demain demande demander devant devenir devient
    devoir différence différent différente différents difficile dire direction dit dix doit doivent doute doux droit
    droite durant durée effet élément employer encore endroit enfin ensemble ensuite entendre entier entière envers
    environ espèce esprit essayer état êtes étaient étant étude exactement exemple existe explique expliquer façon
    facile fais faire faisait fallait fallu falloir faut faute faux femme fin finir fois fond force forme fort forte
    gauche général généralement gens grand grande grandes grands guère habitude haut haute heure heures heureux hier
    histoire homme hommes hors huit ici idée idées important importante importe impossible inverse issue jeune
    joindre jour journée jours juste laisse laisser large lentement lequel lettre lever lieu lieux ligne lire lit
    livrer long longue longtemps lorsque lumière main mains maintenant maison manière marche marcher matière matin
    mauvais meilleur meilleure même mêmes mettre met milieu mieux mille minute mise moi moment monde montre montrer
    mort mot mots moyen moyens naturellement nécessaire neuf nombre nombreux nom noms nouveau nouveaux nouvelle
    nouvelles nuit objet œuvre oeuvre ouvrir page pages paraît pareil parfois parler parle parmi parole part partie
    parties partir partout parvenir pas passé passe passer pays peine pendant pensée penser pense perdre permet
    permettre personne personnes petit petite petites petits peu peuvent pied pièce place plaisir plein plupart
    plusieurs plutôt point porter porte pose possible pourquoi pourrait pourtant pouvait pouvoir premier première
    premiers prendre prend près presque principal prise prix problème prochain produire propos propre propres quant
    quatre question questions quelque quelques quelqu'un quitter quoi raison raisons rapide rapport recevoir regard
    regarder règle rendre rend reprendre rester reste retour retrouver réponse répondre réussir rue sais sait sauf
    savoir second seconde selon semaine semble sembler sens sept sera serait servir sert seul seule seulement
    signifie simple simplement six soi soir sorte sortes souvent suffit suite suivant suivante suivre sujet supposer
    sûr surtout table tandis tant tard tel telle telles tels temps tenir terme terre tête tient tirer toi tomber tôt
    toutefois toutes train travail travailler travers trois trop trouve trouver tue utile utiliser utilise valeur
    venir vers veut vie vieux vient ville vingt vite vivre voici voilà voie voir voit voix vouloir voulait vrai
    vraie vraiment vue`,
  es: `abrir acaso acerca además adelante agua ahí ahora alguien algo algún alguna algunas alguno algunos allá allí
    alto ambos amigo ante antes antiguo antigua año años aparece aparecer apenas aprender aquel aquella aquellos
    aquí así atención atrás aun aún aunque ayer ayuda bajo base bastante bueno buena buenas buenos busca buscar cabe
    cabeza cada caer calle cambiar cambio cambia camino campo capaz cara casa casi caso casos causa cerca cien
    cierta ciertas cierto ciertos cinco claro clase comenzar comienza comprender común conmigo conocer conoce
    conocido conseguir considera contar contra cosa cosas creer cree creen crear cual cuál cuales cualquier cualquiera
    cuatro cuanto cuenta cuerpo cuestión cuidado dar da dado dan debe deben deber debía decir dice dicen dicho dejar
    deja del demasiado demás dentro derecha descubrir desea después detrás dia día días diez diferencia diferente
    diferentes difícil dijo dirección diversos durante duda efecto ejemplo ella ellas ellos embargo empezar empieza
    encima encontrar encuentra enseñar entender entonces entrar época esa esas escribir escribe escrito ese esfuerzo
    eso esos especial especie espera estaba estaban estado estamos están estar estará estas estos estudio etc evitar
    existe explicar explica fácil falta fin final fondo forma formas frente fuera fuerza gente general gran grande
    grandes grupo gusta haber haberse había habían hablar habla hace hacen hacer hacia hacía haga hallar hay hecho
    hechos hemos historia hombre hombres hora horas hoy idea ideas igual importa importante importantes imposible
    incluso intenta izquierda jamás joven juego junto lado largo larga leer lee lejos lento letra letras libre
    ligero línea llama llamar llega llegar lleva llevar luego lugar lugares luz mal mala malo manera maneras mano
    manos mañana mayor mayoría media medio mejor menos menor mente mes meses mientras mil mirar mira misma mismas
    mismo mismos mitad modo momento momentos mostrar mucha muchas mucho muchos muestra mujer mundo nadie necesario
    necesita necesitar ninguna ninguno noche nombre nombres nosotros nuestra nuestras nuestro nuestros nueva nuevas
    nuevo nuevos número nunca obra ocho ocurre ojos olvidar orden página páginas palabra palabras parece parecer
    parte partes partir pasa pasado pasar paso pedir pensar pensamiento peor pequeña pequeñas pequeño pequeños
    perder perfecto permite persona personas pesar pie piensa pierde poca pocas poco pocos podemos poder podía
    podría pone poner posible pregunta preguntas primer primera primeras primero primeros principal principio
    problema pronto propia propias propio propios próximo pudo puede pueden puerta pues puesto punto puntos queda
    quedar quería quiere quieren quizá quizás razón real realidad realmente recibir recordar relación resto resulta
    resultado rápido saber sabe sabemos salir segundo segunda seguir según seguro seis semana semejante sentido
    señala sería serie siempre siete siglo significa sigue siguiente similar simple sino sirve sitio situación sola
    solamente solo sólo solos soy suele supone tal tales tampoco tan tanta tantas tanto tantos tarde tema temprano
    tener tenemos tenía tercero tercera termina texto tiempo tiempos tiene tienen tipo tipos toda todavía tomar toma
    trabajar trabajo tras trata tratar través tres tuvo última últimas último últimos única único usar usa usado uso
    útil va vale valor vamos van varias varios veces vemos venir ver verdad verdadero vez vida viejo viene vista
    vivir volver vuelta vuelve`,
  it: `abbastanza accanto adesso alcuna alcune alcuni alcuno allora almeno alta alto altra altre altri altro ancora
    andare anni anno antica antico appena aprire arriva arrivare aspetto attenzione attraverso avanti avere aveva
    avuto basso bella bello bene bisogna breve buon buona buono cambiare cambia capire capo casa caso causa cento
    cerca cercare certa certe certi certo chiama chiamare chiara chiaro ciascuno cinque ciò circa città com'è come
    comincia cominciare comune comunque conosce conoscere considera contrario corso cosa cose così credere crede
    cura dare davanti davvero destra deve devono dice dietro differenza difficile dire diritto diversa diverse
    diversi diverso diventa domanda domande donna dopo doveva dovere dunque durante ecco effetto elemento entrambi
    epoca esempio esiste fa facile fanno fare fatta fatti fatto fianco fine fino finire fondo forma forme forse
    forte forza fra fuori generale genere gente già giorni giorno giovane giusta giusto grande grandi gruppo
    guardare idea idee ieri importante importanti impossibile inizio infatti infine inoltre insieme intanto intera
    intero intorno invece lasciare lascia lato lavoro leggere legge lento lettera libero linea lontano luce luogo
    luoghi lunga lunghi lungo maggior maggiore mai mal male mano mani maniera mattina medesimo meglio meno mente
    mentre mese mesi mette mettere mezzo migliore mille minore minuti modi modo molta molte molti momento mondo
    mostra mostrare natura naturale necessario nessun nessuna nessuno niente nome nomi nostra nostro notte nulla
    numero nuova nuove nuovi nuovo oggi ognuno oltre opera ora ore ordine pagina pagine paese parla parlare parola
    parole parte parti particolare passa passare passato pensa pensare pensiero perfino periodo permette però
    persino persona persone piccola piccole piccoli piccolo piede piena pieno poca poche pochi poco poi porre porta
    portare posto possibile possono poteva potere potrebbe prende prendere presente presto prima prime primi primo
    principale principio problema prossimo proprio propria può punti punto pure qua qualche qualcosa qualcuno quale
    quali qualsiasi quanto quanti quasi quattro quelli quella quelle quello questi queste qui quindi ragione rapido
    realtà resta restare ricorda risposta ritorno riuscire sa sapere sapeva scrivere scrive scritto secolo seconda
    secondo segue sei sembra semplice sempre senso sente sentire sera serve sette settimana sia siamo significa
    simile simili singolo sinistra situazione solito sola soltanto solo soprattutto sotto spazio spesso stata stati
    stato stessa stesse stessi stesso storia strada subito successo tale tali tanta tante tanti tanto tardi tempi
    tempo tenere termine terra terza terzo testa testo tipo tiene tra trattare tratta tre troppo trova trovare tutta
    tutte tuttavia ultima ultimi ultimo uomini uomo usa usare uso utile vecchio vede vedere veloce venire vera
    verità vero verso via vicino viene vista vita vivere voce vogliono volta volte vuole`,
  pt: `abaixo acaba acima agora água ainda além algo alguém algum alguma algumas alguns ali alta alto ambos amigo andar
    ano anos antes antiga antigo apenas apesar aprender aquela aquelas aquele aqueles aqui aquilo área assim assunto
    até atenção através bastante bem boa bom bons busca cada caminho capaz cara casa caso casos causa cedo cem certa
    certas certeza certo certos chama chamar chega chegar cima cinco claro coisa coisas coloca começa começar comum
    conhece conhecer consegue conta contra contrário corpo cria cuidado cujo dar deixa deixar demais dentro depois
    desde dessa desse desta deste deve devem dever dez dia dias diferença diferente diferentes difícil direita dito
    diversos dizer diz dois duas durante dúvida efeito ela elas ele eles embora encontra encontrar enquanto então
    época era escreve escrever escrito espaço especial espécie essa essas esse esses estado estamos estão estar
    estas estava estes estou estudo exemplo existe explica fácil facto fala falar falta faz fazem fazer fazia feita
    feito ficar fica fim final fora força forma formas forte frente fundo geral gente gosta grande grandes grupo
    havia história hoje homem homens hora horas ideia ideias igual importa importante importantes impossível inteiro
    início jamais jeito jovem junto lado lento ler letra leva levar ligeiro linha livre logo longe longo luz lugar
    lugares maior maioria mal maneira mão mãos medida meia meio melhor menor menos mente mês meses mesma mesmas
    mesmo mesmos metade mil minha minuto modo momento mostra mostrar muda mudar muita muitas muitos mulher mundo
    nada natural necessário nenhum nenhuma ninguém noite nome nomes nossa nosso nova novas novo novos número nunca
    obra olhar olhos onde ontem ordem outra outras outro outros página páginas palavra palavras para parece parecer
    parte partes partir passa passado passar passo pede pela pelas pelo pelos pensa pensamento pensar pequena
    pequenas pequeno pequenos perde perder permite perto pessoa pessoas pior pode podem poder podia põe pois ponto
    pontos porém porta portanto possível pouca poucas pouco poucos precisa precisar primeira primeiras primeiro
    primeiros principal princípio problema própria próprias próprio próprios próximo pôr qual qualquer quais quanto
    quantos quase quatro quer queria questão quem rápido razão real realidade recebe relação resposta resto
    resultado saber sabe sai seguinte seguir segundo segunda segue semana semelhante sempre sendo sente sentido
    serve século sete significa simples sim situação sobretudo só sozinho tal talvez também tampouco tanta tanto
    tantos tarde tema tempo tempos tenha tenta ter terceiro termina terra teve texto tinha tipo tipos toda todas
    todavia todo todos toma tomar tornar torna trabalha trabalhar trabalho trás trata três último última últimos
    única único usa usar uso útil vai vale valor vamos vão vária várias vários veja velho vem ver verdade verdadeiro
    vez vezes vida vindo vista viver volta voltar voz`,
  nl: `aan achter af afgelopen al algemeen alleen alles allemaal als altijd ander andere anders antwoord avond bang
    basis bedoelt begin beginnen begint begrijpen beide bekend bekijken belangrijk belangrijke beneden bepaalde best
    beste beter betekent bijna bijvoorbeeld binnen blijft blijven boven brengen brengt buiten daar daarbij daardoor
    daarna daarom daarvan dag dagen dan deel delen denken denkt derde dezelfde dicht dichter ding dingen doen doet
    doel doorgaans drie duidelijk duizend dus echt echter een eenvoudig eens eerder eerst eerste eigen einde elk
    elke enkel enkele ergens even eind fout gaan gaat gaf gang gebeurt gebruik gebruiken gebruikt gedachte gedaan
    geeft gegeven geheel gekomen geleden gelijk gemaakt genoeg geval gevallen geven gevonden gewoon gezegd gezien
    ging goed goede graag groep groot grote grond haar halen half hand handen hard hebt heel hele helemaal hen
    hetzelfde hoe hoeft hoeveel hoewel hoog hoort horen houden houdt huis hun idee iedere iedereen iemand iets
    immers inderdaad inhoud inmiddels jaar jaren jong jou jouw juist kant kennen kent keer keren kijken kijkt klaar
    klein kleine komen komt kon konden kort korte krijgen krijgt kunnen kunt kwam laat laatste lang lange langs
    langzaam later laten leeg leren leven lezen leest licht liever liggen ligt lijkt lijn links lopen maakt maal
    maand maanden maken makkelijk man manier manieren meest meestal meeste men mens mensen merken mij mijn minder
    minuut minuten misschien moeilijk moest moet moeten mogelijk moment morgen naam naast nacht namelijk natuurlijk
    nauwelijks nee neemt nemen nergens niemand niets nieuw nieuwe nodig noemen noemt nooit nou nu nut nuttig ochtend
    ofwel om omdat onder onderwerp ongeveer ons onze ooit oog ogen ook open opnieuw oud oude overal paar pagina
    plaats plaatsen plek plotseling praten precies punt punten rand recht rechts reden regel rest ruimte samen
    schrijft schrijven sinds snel soms soort soorten spreken staan staat stad steeds stelt stil stond stuk stukje
    tegen tekst tekens ten terug terwijl tevens tien tijd tijden tijdens toch toen tot tussen twee tweede
    uiteindelijk uit uren uur vaak vallen valt van vanaf vandaag vanuit vast veel veld ver verder verhaal verschil
    verschillende verschillen vier vijf vinden vindt volgende volgens volgt vooral voorbeeld vorige vorm vraag
    vragen vroeg vroeger vrouw waar waarbij waarin waarom waarschijnlijk waarvan wanneer want waren warm water week
    weer weet weg weinig welk welke wel werd werden wereld werk werken werkt weten wij wijze wil willen woord
    woorden worden zag zaak zaken zal zeer zegt zeggen zei zeker zelf zelfde zelfs zes zetten zich ziet zien zin
    zinnen zitten zit zoals zodat zoeken zonder zou zouden zulke zwaar`,
};

/** The same for English, as terms. If two notes share only these words, they are hardly related. */
const general = `able accept account act actual actually add afternoon age ago agree allow alone answer anyone appear
    apply april area arrive aside ask asked asks attention august available avoid away base basic beautiful became
    become began begin beginning behind belong best better big bottom bring brought build built busy call came capital
    care careful carry case cause certain chance change chapter check choice choose clear clearly close collect come
    common complain complete consider contain continue copy correct cost count couple course cover day deal decade
    december decide decided depend describe describes detail difference different difficult difficulty disappear
    discover draw drop early easier easily easy edition effort either empty end enter entire entirely equal even
    evening event everybody exact exactly example except expect explain explains express extra fact fail fair fall
    familiar famous far fast february feel felt field figure fill final finally find fine finish fit fix follow
    following form forth forward found free friday friend front full further future gave general gift give given glad
    gone great group grow guess guide half hand handle happen happened hard hear heard heavy held help high hold home
    hope hour hundredth hurry idea imagine immediately important include increase indeed inside instance instruction
    intend interest interesting introduce issue item january join july june kept kind knew know known large late
    latest lead learn learned leave led left length let level life like likely limit line list little live local look
    looked lose lost lot love low main manner march mark matter mean meaning means meant meet mention mere middle mind
    mine minute miss mistake moment monday month morning move moved name named natural near nearly necessary need new
    night normal note notice noticed november number object obvious occur october offer office old older ones open
    opened opens opinion order ordinary original outside page paid pair particular pass past pause perfect perhaps
    period person pick piece place plain plan pleasant point position possible prefer prepare present press pretty
    private probably problem process produce promise proper properly protect prove provide public publish published
    pull purpose push question quick quickly quiet quietly quite raise range rare rate reach read ready real really
    reason receive recent record reduce refer refuse relation remain remains remark remove repeat replace reply report
    require respect rest result return right role round row rule run safe sat saturday save saw scene second section
    seem seemed seems seen select send sense sent separate september series serious serve set settle several shape
    share sheet short show shown side sign similar simple simply single sit site situation size slightly slow slowly
    small smaller somewhat soon sort sound space speak special spend spent spot stand standard start started state
    stay step stick stood stop stopped story straight strange strong subject succeed suddenly suggest suit summer
    sunday suppose sure surface surprise surprised system table taken task taste tell term test thank think thinking
    thinks third thought thursday tie till time tiny title told tomorrow tonight took top total touch towards town
    tried trouble true truth try trying tuesday turn turned type understand understood unit unless unusual usual
    usually value various version view visit wait walk wall wanted watch wednesday week weight went whole wide winter
    wish wonder wondered wonderful word write written wrong wrote year yesterday young`;

const english = new Set(general.split(/\s+/));
const byLanguage = lazy(
  () =>
    new Map(
      Object.entries(generalWordsByLanguage).map(([language, words]) => [
        language,
        new Set(words.split(/\s+/).map(termOf)),
      ]),
    ),
);

/**
 * Whether a term says little about the subject of a text in this language (ISO 639-1), although it is not a stop word. A
 * term of two words does if both do. For an unknown language, or one without a list, the English list is used.
 */
export function isGeneralWord(term: string, language?: string): boolean {
  const words = (language === undefined ? undefined : byLanguage().get(language)) ?? english;
  const has = (word: string) => words.has(word) || (language === 'de' && words.has(word.replace(germanEnding, 'e')));
  return term.includes(' ') ? term.split(' ').every(has) : has(term);
}

/** German words have too many forms to list: einige, einiger, einigem. */
const germanEnding = /e[mnrs]$/;
