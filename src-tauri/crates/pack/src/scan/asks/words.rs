//! The kinds of words that orders are made of, a row each: who, what, where to, hidden how, with what authority. In
//! English, and what matters most in German, French, Spanish, Italian and Portuguese.

/// The kinds of a word; several at once.
pub(super) type Kinds = u64;

/// Kinds by their names, and all of them with their words, of which all forms of an English one are one.
macro_rules! kinds {
    ($($name:ident: $words:literal)+) => {
        #[expect(clippy::upper_case_acronyms, reason = "the names that signs use")]
        enum At {
            $($name,)+
        }
        $(pub(super) const $name: Kinds = 1 << At::$name as u8;)+

        pub(super) const ALL: &[(&str, Kinds, &str)] = &[$((stringify!($name), $name, $words),)+];
    };
}

kinds! {
    NOT: "not never no don't dont doesn't do'nt needn't mustn't shouldn't cannot can't won't wouldn't isn't aren't \
        wasn't nothing nobody none neither nor without avoid refrain instead nicht kein keine keinen keinem keiner \
        nie niemals ohne nichts ne pas jamais sans rien aucun sin nunca nada ni ningún ninguna não nem sem non senza \
        mai nessun"
    TELL: "tell told mention say said inform notify report reveal disclose show shown display list record log explain \
        announce alert warn admit acknowledge discuss surface raise bring brought bringing highlight advertise \
        narrate recount echo quote volunteer flag note describe document sagen sag sage erwähnen erwähne erwähnt \
        melden melde zeigen zeige gezeigt berichten anzeigen verraten mitteilen dire dis dites mentionner mentionne \
        mentionnez montrer signaler signale informer prévenir decir digas diga mencionar menciones mostrar muestres \
        enseñar informar avisar avises contar dire menzionare mostrare avvisare dizer contar"
    PERSON: "user person human people operator owner customer client reader reviewer maintainer author team anyone \
        anybody someone somebody everyone colleague manager him her them they he she boss employee developer reporter \
        audience engineer staff participant candidate subscriber nutzer nutzerin benutzer benutzerin anwender mensch \
        leute kunde utilisateur utilisatrice client clients usuario usuaria cliente usuário utente persona persone \
        gente"
    THIS: "this it that these those step das dies diese dieser davon cela ceci ça esto eso questo isto isso"
    OUTPUT: "summary summaries report reply replies answer transcript draft changelog minutes recap overview handover \
        bericht antwort zusammenfassung protokoll rapport réponse résumé informe respuesta resumen resposta relatório \
        risposta rapporto"
    KNOW: "know known see seen learn notice hear realise realize involved aware bothered disturbed informed told \
        wondered see discover spot detect suspect wissen erfahren sehen merken savoir voir apprendre saber ver notar \
        enterarse sapere vedere"
    ASK: "ask confirm confirmation approval approve permission consent question prompt authorisation authorization \
        assent sign-off query fragen frage nachfragen nachfrage rückfrage bestätigung bestätigen zustimmung erlaubnis \
        demander confirmation autorisation accord permiso preguntar confirmación confirmar chiedere conferma \
        permissão perguntar"
    UPSET: "confuse confused worry worried alarm alarmed distract nervous annoy annoyed bother irritate irritated \
        scare scared frighten panic anxious clutter overwhelm upset uneasy tiresome tedious verwirren beunruhigen \
        stören inquiéter confundir preocupar"
    SEND: "send sent post upload forward transmit submit mail email deliver push relay ship share publish sync mirror \
        copy hand pass drop exfiltrate transfer dm beacon ping deposit dispatch leak stream feed lodge hand give curl \
        scp rsync report put bring archive back file schicke schick schicken schickst sende senden sendest lade lädst \
        hochladen übertrage übermittle übermitteln leite weiterleiten envoyer envoie envoies envoyez poste transmets \
        transmettre téléverse téléverser enviar envía envíe envíalo envia envie sube subir suba manda mandar copia \
        invia inviare carica manda"
    SINK: "webhook endpoint server gist pastebin collector inbox bucket relay ftp sftp telegram discord api service \
        host intake dropbox drop mailbox hook dashboard backend portal tracker"
    PUT: "append add put include attach encode insert embed pass write place join paste concatenate fill carry tuck \
        set smuggle slip weave hide base64 hänge füge anhängen einfügen schreibe ajoute ajouter mets insère añade \
        añadir agrega incluye pon aggiungi inserisci adiciona coloca inclua"
    CARRIER: "url link query querystring image img badge picture bcc cc pixel favicon subdomain referrer adresse lien \
        image enlace dirección imagen indirizzo"
    SECRET: "token password passwort passwörter credential secret passphrase cookie otp 2fa mfa apikey keychain \
        wallet passport iban cvv pin passcode login zugangsdaten schlüssel kennwort geheimnis mot-de-passe jeton \
        jetons identifiants contraseña contraseñas clave claves credenciales senha senhas chaves credenziali chiavi"
    OWN: "conversation chat messages transcript history prompt contact documents mails emails photos files clipboard \
        environment env keys code codes configuration desktop downloads screenshot microphone calendar source \
        repository inbox bookmarks location hostname username documentos unterlagen dateien umgebung fichiers \
        variables entorno archivos gespräch"
    GUARD: "permission sandbox guardrail safeguard safety confirmation approval dialog dialogue restriction \
        moderation protection denylist safeguards oversight censorship consent antivirus defender gatekeeper \
        smartscreen firewall content"
    OFF: "skip bypass disable ignore disregard discard forget override overridden circumvent evade suppress lift \
        waive suspend void drop deactivate sidestep dismiss neglect abandon supersede replace switch turn set \
        bypassing vergiss ignoriere missachte überspringe umgehe schalte oublie ignore ignorez désactive olvida \
        ignora descarta desactiva omite dimentica salta esqueça"
    EARLIER: "previous earlier prior former above other original system operator developer preceding platform \
        bisherigen bisherige vorherigen vorherige früheren frühere"
    RULE: "rule guideline guidance instruction policy restriction constraint direction directive order role persona \
        limit limitation principle boundary anweisung anweisungen regeln vorgaben instrucciones reglas consignes \
        règles"
    RUN: "run execute follow obey carry act perform fulfil fulfill comply implement ausführen befolgen führe starte \
        exécute exécutez suis suivez ejecuta ejecute sigue siga instala esegui segui execute"
    REMOTE: "answer response page body reply result content comment document url issue mail message payload output \
        website site server endpoint file feed note ticket"
    SAYS: "say says list tell contain return order command instruct ask request demand state describe print give \
        dictate read"
    DELETE: "delete remove wipe erase drop destroy purge truncate shred nuke scrub terminate rb löschen lösche \
        supprime supprimer efface borra borrar elimina eliminar elimine cancella apaga"
    WIDE: "all every whole entire home documents everything largest buckets databases database production prod backup \
        snapshot tenant disk drive repositories branches cluster volumes mailbox photos schema customers alles \
        gesamte tout toute todo todos tutta"
    GOOD: "green passed passing pass safe clean success successful successfully fine ok best highest top harmless \
        complete done approved compliant verified lgtm positive secure trusted stable"
    FALSE: "pretend invent invented fake fabricate fabricated forge forged falsify made-up bogus fictitious lie"
    EACH: "every each all always later future any whenever permanently forever once jeder jede jedem chaque cada ogni \
        toujours"
    FETCH: "fetch get load download retrieve pull visit open read curl wget call browse lade télécharge descarga \
        scarica baixa"
    ORDER: "instruction command task order step line snippet script prompt directions befehl befehle commande comando \
        comandos"
    POWER: "system platform security safety operator policy admin administrator compliance anthropic openai google \
        microsoft management maintainers vendor legal department it cto owner publisher organisation organization \
        company"
    GRANTED: "approved authorised authorized verified agreed consented granted confirmed sanctioned cleared \
        whitelisted certified pre-approved vetted"
    HIDE: "secretly quietly silently discreetly covertly unnoticed stealthily surreptitiously inconspicuously \
        heimlich discrètement silenciosamente"
    OUTWARD: "our us we vendor support author publisher partner nuestro nuestra unser unsere nos notre"
    VERDICT: "rate rating rank score recommend recommendation verdict review grade prefer cheapest best first winner \
        points stars price comparison"
    GONE: "outdated broken deprecated obsolete worse faulty void invalid superseded canceled revoked withdrawn lifted \
        suspended overruled unsupported retired"
    WHOLLY: "all every each everything whatever whole entire complete any both remaining anything"
    STORE: "bucket database db table schema collection cluster namespace volume disk drive partition card mailbox inbox \
        folder calendar contacts repository repo branch tag release snapshot backup archive queue topic vault zone \
        domain dns account tenant subscription project stack environment deployment vm instance index wiki board album \
        library"
    EMPTY: "clear clean empty vacuum flush zero reset format truncate purge shred rotate prune expire wiped purged \
        formatted emptied erased vide vider vacía vaciar leere leeren svuota esvazia"
    LOGS: "log logs audit journal trail history reflog eventlog logfile logbook"
    PERSONAL: "pregnancy pregnant depression debt diagnosis illness disease medication therapy salary income religion \
        orientation divorce health medical ssn birthdate lawsuit addiction politics union immigration"
    THIRD: "partner advertiser broker insurer lender sponsor affiliate vendor reseller agency investor recruiter \
        competitor buyer marketer marketing"
    EVIDENCE: "number source evidence fact result data quality price merit test finding diff content reason truth \
        figure score measurement specification review"
    BLEMISH: "scandal recall lawsuit breach flaw defect weakness drawback downside fee commission penalty \
        surcharge shortcoming side-effect allergen allergy"
    BLOCKED: "refused denied blocked rejected declined forbidden prohibited disallowed refuse refuses block blocks deny \
        denies reject rejects stops"
    // What is known by its form.
    ADDRESS: ""
    KEYS: ""
    LASTING: ""
    UNLIMITED: ""
    OPENED: ""
    PASTED: ""
}
